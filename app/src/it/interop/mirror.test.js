// `sluice mirror` against a foreign relay and against our own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { foreignRelay } from './relay.js'
import { folder, run, serve } from './sluice.js'

const key = generateSecretKey()
const events = Array.from({ length: 450 }, (_, i) =>
  finalizeEvent({ kind: 1, created_at: 1700000000 + Math.floor(i / 3), content: `note ${i}`, tags: [] }, key))
const everything = new Set(events.map((event) => event.id))

async function exported(data) {
  const { code, out, err } = await run(['export', '--data', data])
  assert.equal(code, 0, err)
  return out
}

const idsOf = (text) => new Set(text.trimEnd().split('\n').map((line) => JSON.parse(line).id))

test('a mirror pages everything out of a relay that answers 100 events at most', async (t) => {
  const relay = await foreignRelay(t, events)
  const data = folder(t)

  const { code, err } = await run(['mirror', '--relay', relay.url, '--filter', '{"kinds":[1]}', '--once', '--data', data])

  assert.equal(code, 0, err)
  assert.deepEqual(idsOf(await exported(data)), everything)
  const open = relay.requests.filter(([type]) => type === 'REQ').length
  assert.ok(open >= 5, 'five pages at least')

  await t.test('a second run asks only for what is new', async () => {
    relay.requests.length = 0
    const again = await run(['mirror', '--relay', relay.url, '--filter', '{"kinds":[1]}', '--once', '--data', data])
    assert.equal(again.code, 0, again.err)
    const pages = relay.requests.filter(([type, , filter]) => type === 'REQ' && filter.limit > 1)
    assert.ok(pages.length <= 2, JSON.stringify(pages))
    assert.deepEqual(idsOf(await exported(data)), everything)
  })
})

test('two archives are equal to the byte after a mirror of our own relay', async (t) => {
  const first = folder(t)
  const second = folder(t)
  const imported = await run(['import', '--data', first], events.map((event) => JSON.stringify(event)).join('\n'))
  assert.equal(imported.code, 0, imported.err)
  const url = await serve(t, first)

  const { code, err } = await run(['mirror', '--relay', url, '--filter', '{}', '--once', '--owned', '--data', second])

  assert.equal(code, 0, err)
  const copy = await exported(second)
  assert.deepEqual(idsOf(copy), everything)
  assert.equal(copy, events
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map(({ id, pubkey, created_at, kind, tags, content, sig }) =>
      JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig }) + '\n')
    .join(''))
})

test('sync pages a relay without negentropy and says so, and reconciles with our own', async (t) => {
  const relay = await foreignRelay(t, events)
  const data = folder(t)

  const paged = await run(['sync', relay.url, '--filter', '{"kinds":[1]}', '--timeout', '3', '--owned', '--json', '--data', data])

  assert.equal(paged.code, 0, paged.err)
  assert.match(paged.err, /paging instead/)
  assert.equal(JSON.parse(paged.out).downloaded, 450)
  assert.deepEqual(idsOf(await exported(data)), everything)

  await t.test('down and up again', async (t) => {
    const half = folder(t)
    const imported = await run(['import', '--data', half], events.slice(0, 300).map((event) => JSON.stringify(event)).join('\n'))
    assert.equal(imported.code, 0, imported.err)
    const url = await serve(t, half)
    const up = await run(['sync', url, '--dir', 'both', '--owned', '--json', '--data', data])
    assert.equal(up.code, 0, up.err)
    assert.equal(JSON.parse(up.out).uploaded, 150)
    const again = await run(['sync', url, '--dir', 'both', '--owned', '--json', '--data', data])
    const { have, need, downloaded, uploaded, complete } = JSON.parse(again.out)
    assert.deepEqual({ have, need, downloaded, uploaded, complete }, { have: 0, need: 0, downloaded: 0, uploaded: 0, complete: true })
  })
})
