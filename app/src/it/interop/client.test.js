// nostr-tools as a client of `sluice serve`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { AbstractRelay } from 'nostr-tools/abstract-relay'
import WebSocket from 'ws'
import { folder, serve, until } from './sluice.js'

const alice = generateSecretKey()
const bob = generateSecretKey()
const note = (key, created_at, content, tags = [], kind = 1) =>
  finalizeEvent({ kind, created_at, content, tags }, key)

const topic = note(alice, 1700000000, 'a topic with é, 🍕, \u2028 and a "quote"', [['t', 'sluice']])
const reply = note(bob, 1700000001, 'a reply', [['e', topic.id], ['p', getPublicKey(alice)]])
const notes = Array.from({ length: 30 }, (_, i) => note(i % 2 ? alice : bob, 1700000100 + i, `note ${i}`))
const article = note(alice, 1700000200, 'an article', [['d', 'a:b:c']], 30023)
const published = [topic, reply, ...notes, article]

function connect(url) {
  return AbstractRelay.connect(url, { verifyEvent, websocketImplementation: WebSocket })
}

/** The stored events of some filters, in the order in which they came. */
function stored(relay, filters) {
  return new Promise((resolve, reject) => {
    const events = []
    const subscription = relay.subscribe(filters, {
      onevent: (event) => events.push(event),
      oneose: () => {
        resolve(events)
        subscription.close()
      },
      onclose: (reason) => reject(new Error(reason)),
      eoseTimeout: 20000,
    })
  })
}

const ids = (events) => events.map((event) => event.id)
const newestFirst = (events) =>
  [...events].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))

test('nostr-tools publishes, reads back, counts and receives live', async (t) => {
  const url = await serve(t, folder(t))
  const relay = await connect(url)
  t.after(() => relay.close())

  for (const event of published) await relay.publish(event)

  const queries = {
    ids: [[{ ids: [topic.id, article.id] }], [topic, article]],
    authors: [[{ authors: [getPublicKey(alice)] }], published.filter((e) => e.pubkey === getPublicKey(alice))],
    kinds: [[{ kinds: [30023] }], [article]],
    'e and p tags': [[{ '#e': [topic.id], '#p': [getPublicKey(alice)] }], [reply]],
    't tag': [[{ '#t': ['sluice'] }], [topic]],
    'since and until, both inclusive': [[{ since: 1700000100, until: 1700000109 }], notes.slice(0, 10)],
    limit: [[{ kinds: [1], limit: 7 }], newestFirst(notes).slice(0, 7)],
    'two filters, each event once': [[{ '#t': ['sluice'] }, { authors: [getPublicKey(alice)], until: 1700000000 }], [topic]],
    nothing: [[{ kinds: [4321] }], []],
  }
  for (const [name, [filters, expected]] of Object.entries(queries)) {
    await t.test(`by ${name}`, async () => {
      assert.deepEqual(ids(await stored(relay, filters)), ids(newestFirst(expected)))
    })
  }

  await t.test('an event comes back as it was signed', async () => {
    const [event] = await stored(relay, [{ ids: [topic.id] }])
    assert.equal(event.content, topic.content)
    assert.deepEqual(event.tags, topic.tags)
    assert.ok(verifyEvent({ ...event }))
  })

  await t.test('it counts', async () => {
    assert.equal(await relay.count([{ kinds: [1] }], {}), 32)
    assert.equal(await relay.count([{ authors: [getPublicKey(bob)] }], {}), 16)
  })

  await t.test('a new version of an article replaces the old one', async () => {
    const newer = note(alice, 1700000300, 'a better article', [['d', 'a:b:c']], 30023)
    await relay.publish(newer)
    assert.deepEqual(ids(await stored(relay, [{ kinds: [30023] }])), [newer.id])
  })

  await t.test('a deletion by its author takes an event away', async () => {
    await relay.publish(note(alice, 1700000400, '', [['e', notes[1].id], ['e', notes[0].id]], 5))
    assert.deepEqual(ids(await stored(relay, [{ ids: [notes[0].id, notes[1].id] }])), [notes[0].id])
  })

  await t.test('a subscription receives what another client publishes', async () => {
    const other = await connect(url)
    const received = []
    const live = relay.subscribe([{ kinds: [1], limit: 0 }], { onevent: (event) => received.push(event) })
    await new Promise((resolve) => (live.oneose = resolve))
    const fresh = note(bob, Math.floor(Date.now() / 1000), 'fresh')
    await other.publish(fresh)
    await until(() => received.length > 0, () => 'no live event')
    assert.deepEqual(ids(received), [fresh.id])
    live.close()
    other.close()
  })

  await t.test('a forged event is refused', async () => {
    const forged = { ...note(bob, 1700000500, 'mine'), content: 'not mine' }
    await assert.rejects(relay.publish(forged), /invalid/)
  })
})

test('the information document is served on the same address', async (t) => {
  const url = await serve(t, folder(t))
  const answer = await fetch(url.replace('ws:', 'http:'), { headers: { Accept: 'application/nostr+json' } })
  const document = await answer.json()
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.ok(document.supported_nips.includes(1))
  assert.ok(document.limitation.max_subscriptions > 0)
})
