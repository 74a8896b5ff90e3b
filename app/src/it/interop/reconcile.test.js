// nostr-tools' negentropy (NIP-77) against `sluice serve`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nip77 } from 'nostr-tools'
import { getEventHash } from 'nostr-tools/pure'
import { AbstractRelay } from 'nostr-tools/abstract-relay'
import WebSocket from 'ws'
import { folder, run, serve } from './sluice.js'

const COUNT = 100_000

/** Right ids and empty signatures: for an import that does not verify. */
function note(i) {
  const event = { pubkey: 'ab'.repeat(32), created_at: 1700000000 + (i >> 2), kind: 1, tags: [], content: `note ${i}` }
  return { ...event, id: getEventHash(event), sig: '00'.repeat(64) }
}

/** Reconciles a filter with what a client holds; answers what only one side has. */
function reconcile(relay, held, filter) {
  const storage = new nip77.NegentropyStorageVector()
  held.forEach((event) => storage.insert(event.created_at, event.id))
  storage.seal()
  return new Promise((resolve, reject) => {
    const onlyHere = new Set()
    const onlyThere = new Set()
    const sync = new nip77.NegentropySync(relay, storage, filter, {
      onhave: (id) => onlyHere.add(id),
      onneed: (id) => onlyThere.add(id),
      onclose: (reason) => (reason ? reject(new Error(reason)) : resolve({ onlyHere, onlyThere })),
    })
    sync.start().catch(reject)
  })
}

const ids = (events) => new Set(events.map((event) => event.id))

test('nostr-tools reconciles with an archive of 100,000 events', async (t) => {
  const events = Array.from({ length: COUNT + 700 }, (_, i) => note(i))
  const stored = events.slice(0, COUNT)
  const data = folder(t)
  const lines = stored.map((event) => JSON.stringify(event) + '\n').join('')
  const imported = await run(['import', '--no-verify', '--data', data], lines)
  assert.equal(imported.code, 0, imported.err)
  const relay = await AbstractRelay.connect(await serve(t, data), {
    verifyEvent: () => true,
    websocketImplementation: WebSocket,
  })
  t.after(() => relay.close())

  await t.test('it finds what either side lacks', async () => {
    const missing = stored.filter((_, i) => i % 250 === 7)
    const lacking = ids(missing)
    const held = events.filter((event) => !lacking.has(event.id))
    const found = await reconcile(relay, held, { kinds: [1] })
    assert.deepEqual(found.onlyThere, lacking)
    assert.deepEqual(found.onlyHere, ids(events.slice(COUNT)))
  })

  await t.test('an empty client learns of everything, in many frames', async () => {
    const found = await reconcile(relay, [], {})
    assert.deepEqual(found.onlyThere, ids(stored))
  })

  await t.test('equal sets differ in nothing', async () => {
    const found = await reconcile(relay, stored, {})
    assert.equal(found.onlyHere.size + found.onlyThere.size, 0)
  })

  await t.test('a window of time is respected', async () => {
    const window = { since: 1700000000, until: 1700000099 }
    const found = await reconcile(relay, [], window)
    assert.deepEqual(found.onlyThere, ids(stored.slice(0, 400)))
  })
})
