// A foreign relay: @nostr-relay/core over WebSockets, its events in memory.
import { EventRepository } from '@nostr-relay/common'
import { NostrRelay } from '@nostr-relay/core'
import { matchFilter } from 'nostr-tools/filter'
import { WebSocketServer } from 'ws'

/** Answers at most 100 events a filter, newest first, whatever limit is asked. */
class Memory extends EventRepository {
  constructor(events) {
    super()
    this.events = [...events].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
  }

  isSearchSupported() {
    return false
  }

  upsert(event) {
    this.events.unshift(event)
    return { isDuplicate: false }
  }

  find(filter) {
    return this.events.filter((event) => matchFilter(filter, event)).slice(0, Math.min(filter.limit ?? 100, 100))
  }

  async destroy() {}
}

/** Starts a relay that holds some events; answers its URL, what it was asked, and how to publish. */
export async function foreignRelay(t, events) {
  const quiet = { log() {}, debug() {}, info() {}, warn() {}, error() {}, setLogLevel() {} }
  const relay = new NostrRelay(new Memory(events), { logger: quiet, filterResultCacheTtl: 0 })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const requests = []
  server.on('connection', (socket) => {
    relay.handleConnection(socket)
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      requests.push(message)
      relay.handleMessage(socket, message)
    })
    socket.on('close', () => relay.handleDisconnect(socket))
    socket.on('error', () => {})
  })
  await new Promise((resolve) => server.on('listening', resolve))
  t.after(async () => {
    server.clients.forEach((client) => client.terminate())
    server.close()
    await relay.destroy()
  })
  const publish = (event) => relay.handleEvent(event)
  return { url: `ws://127.0.0.1:${server.address().port}`, requests, publish }
}
