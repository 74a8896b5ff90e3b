// Runs Sluice as a child process.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'

const sluice = fileURLToPath(new URL('../../../sluice', import.meta.url))

/** A new folder that is removed when the test ends. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'sluice-interop-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Runs a command to its end and answers what it printed. */
export function run(args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(sluice, args)
    let out = ''
    let err = ''
    child.stdout.on('data', (data) => (out += data))
    child.stderr.on('data', (data) => (err += data))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

/** Runs `serve` until the test ends, with some lines of its table in the configuration; answers its URL once it accepts connections. */
export async function serve(t, data, keys = '') {
  const port = await freePort()
  const url = `ws://127.0.0.1:${port}`
  const configuration = join(folder(t), 'sluice.toml')
  writeFileSync(configuration, `[serve]\nlisten = "127.0.0.1:${port}"\nurls = ["${url}"]\n${keys}\n`)
  const child = spawn(sluice, ['serve', '--data', data, '-c', configuration])
  let err = ''
  child.stderr.on('data', (text) => (err += text))
  const ended = new Promise((resolve) => child.on('close', resolve))
  t.after(async () => {
    child.kill('SIGINT')
    await ended
  })
  await until(() => accepts(url), () => `serve did not start:\n${err}`)
  return url
}

function accepts(url) {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.on('open', () => {
      socket.close()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** Asks again and again until a condition holds, for 30 seconds at most. */
export async function until(condition, complaint) {
  for (let i = 0; i < 300; i++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(complaint())
}
