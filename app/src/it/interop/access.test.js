// nostr-tools against a `sluice serve` that asks who a client is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { AbstractRelay } from 'nostr-tools/abstract-relay'
import { AbstractSimplePool } from 'nostr-tools/abstract-pool'
import WebSocket from 'ws'
import { folder, run, serve } from './sluice.js'

const alice = generateSecretKey()
const bob = generateSecretKey()
const carol = generateSecretKey()
const event = (key, kind, tags = [], content = '') =>
  finalizeEvent({ kind, created_at: Math.floor(Date.now() / 1000), content, tags }, key)
const as = (key) => async (template) => finalizeEvent(template, key)
const to = (key) => [['p', getPublicKey(key)]]

async function connect(t, url) {
  const relay = await AbstractRelay.connect(url, { verifyEvent, websocketImplementation: WebSocket })
  t.after(() => relay.close())
  return relay
}

/** The ids of the stored events of a filter; fails with the words of a refusal. */
function stored(relay, filter) {
  return new Promise((resolve, reject) => {
    const ids = []
    const subscription = relay.subscribe([filter], {
      onevent: (found) => ids.push(found.id),
      oneose: () => {
        resolve(ids)
        subscription.close()
      },
      onclose: (reason) => reject(new Error(reason)),
      eoseTimeout: 20000,
    })
  })
}

test('a relay of members', async (t) => {
  const data = folder(t)
  const note = event(alice, 1, [], 'for members')
  assert.equal((await run(['import', '--data', data], JSON.stringify(note) + '\n')).code, 0)
  const url = await serve(t, data, `members = ["${getPublicKey(alice)}"]`)

  await t.test('tells a stranger nothing', async (t) => {
    const stranger = await connect(t, url)
    await assert.rejects(stored(stranger, {}), /auth-required: /)
    await assert.rejects(stranger.count([{}], {}), /auth-required: /)
    await assert.rejects(stranger.publish(event(bob, 1)), /auth-required: /)
  })

  await t.test('serves a member that answers the challenge', async (t) => {
    const member = await connect(t, url)
    await assert.rejects(stored(member, {}), /auth-required: /)
    await member.auth(as(alice))
    assert.deepEqual(await stored(member, {}), [note.id])
    assert.equal(await member.count([{}], {}), 1)
    await member.publish(event(alice, 7, [], '+'))
  })

  await t.test('serves nobody else, whoever he says he is', async (t) => {
    const other = await connect(t, url)
    await assert.rejects(stored(other, {}), /auth-required: /)
    await other.auth(as(bob))
    await assert.rejects(stored(other, {}), /restricted: /)
    await assert.rejects(other.count([{}], {}), /restricted: /)
    await assert.rejects(other.publish(event(bob, 1)), /restricted: /)
  })

  await t.test('does not believe an answer to another relay', async (t) => {
    const fooled = await connect(t, url)
    await assert.rejects(stored(fooled, {}), /auth-required: /)
    const elsewhere = async (template) =>
      finalizeEvent({ ...template, tags: [['relay', 'wss://other.example'], ['challenge', fooled.challenge]] }, alice)
    await assert.rejects(fooled.auth(elsewhere), /invalid: the relay tag/)
    await assert.rejects(stored(fooled, {}), /auth-required: /)
  })

  await t.test('works with a pool that authenticates by itself', async (t) => {
    const pool = new AbstractSimplePool({ verifyEvent, websocketImplementation: WebSocket })
    t.after(() => pool.close([url]))
    const found = await new Promise((resolve, reject) => {
      const subscription = pool.subscribe([url], { kinds: [1] }, {
        onauth: as(alice),
        onevent: (received) => {
          resolve(received)
          subscription.close()
        },
        onclose: (reasons) => reject(new Error(String(reasons))),
      })
    })
    assert.equal(found.id, note.id)
  })

  await t.test('says so in its document', async () => {
    const answer = await fetch(url.replace('ws:', 'http:'), { headers: { Accept: 'application/nostr+json' } })
    const document = await answer.json()
    assert.equal(document.limitation.auth_required, true)
    assert.equal(document.limitation.restricted_writes, true)
    assert.ok(document.supported_nips.includes(42) && document.supported_nips.includes(70))
  })
})

test('protected events and private messages', async (t) => {
  const url = await serve(t, folder(t), 'restricted_kinds = [4, 1059]')
  const anybody = await connect(t, url)
  const mine = event(alice, 1, [['-']], 'only by me')

  await t.test('a protected event comes from its author alone', async (t) => {
    const author = await connect(t, url)
    await assert.rejects(author.publish(mine), /auth-required: /)
    const other = await connect(t, url)
    await assert.rejects(other.publish(mine), /auth-required: /)
    await other.auth(as(bob))
    await assert.rejects(other.publish(mine), /restricted: /)
    assert.deepEqual(await stored(anybody, { kinds: [1] }), [])
    await author.auth(as(alice))
    await author.publish(mine)
    assert.deepEqual(await stored(anybody, { kinds: [1] }), [mine.id])
  })

  await t.test('a private message is seen by those it concerns', async (t) => {
    const message = event(alice, 4, to(bob), 'secret')
    await anybody.publish(message)
    await assert.rejects(stored(anybody, { kinds: [4] }), /auth-required: /)
    await assert.rejects(anybody.count([{ kinds: [4] }], {}), /auth-required: /)
    assert.deepEqual(await stored(anybody, { ids: [message.id] }), [])
    assert.equal(await anybody.count([{ ids: [message.id] }], {}), 0)
    for (const [key, seen] of [[alice, 1], [bob, 1], [carol, 0]]) {
      const client = await connect(t, url)
      await assert.rejects(stored(client, { kinds: [4] }), /auth-required: /)
      await client.auth(as(key))
      assert.equal((await stored(client, { kinds: [4] })).length, seen)
      assert.equal(await client.count([{ kinds: [4] }], {}), seen)
    }
  })
})
