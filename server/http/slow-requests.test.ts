import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

// The server sweeps by an interval, which only the tests advance.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => void vi.useRealTimers())
const sweep = (times: number) => void vi.advanceTimersByTime(times * 1_000)

const shop = await createTestApp()
const { server } = shop.app
await shop.app.listen({ port: 0, host: '127.0.0.1' })

/** Opens a connection and sends a text. `read` returns what the server has answered so far. */
async function send(text: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.write(text)
  return { socket, closed, read: () => Buffer.concat(received).toString() }
}

/** Sends the head of a request, and waits until the server has it. */
async function sendHead({ path, headers }: { path: string; headers: readonly string[] }) {
  const requested = once(server, 'request')
  const client = await send([`POST ${path} HTTP/1.1`, 'Host: shop', ...headers, '', ''].join('\r\n'))
  const [{ socket }] = (await requested) as [IncomingMessage]
  const arrived = (bytes: number) => expect.poll(() => socket.destroyed || socket.bytesRead).toBe(bytes)
  /** Sends a part of the body, and waits until the server has it. */
  const sendPart = async (text: string) => {
    const before = socket.bytesRead
    client.socket.write(text)
    await arrived(before + Buffer.byteLength(text))
  }
  return { ...client, sendPart, isCut: () => socket.destroyed }
}

const visit = JSON.stringify({ userAgent: 'Browser/1' })
const visitHead = { path: '/api/v1/track/log-visit', headers: ['Content-Type: application/json', `Content-Length: ${visit.length}`] }

test('a head that does not arrive whole is ended', async () => {
  expect(server.headersTimeout).toBe(10_000)
  server.headersTimeout = 1
  const { closed, read } = await send('GET /healthz HTTP/1.1\r\nHost: shop\r\n')
  await closed
  server.headersTimeout = 10_000
  expect(read()).toMatch(/^HTTP\/1.1 408 /)
})

test('a body of which nothing arrives for ten seconds is ended, a slower one is not', async () => {
  const quiet = await sendHead(visitHead)
  const slow = await sendHead(visitHead)
  await quiet.sendPart(visit.slice(0, 5))
  await slow.sendPart(visit.slice(0, 5))
  sweep(9)
  expect(quiet.isCut()).toBe(false)
  await slow.sendPart(visit.slice(5, 10))
  sweep(2)
  await quiet.closed
  expect(quiet.read()).toBe('')
  await slow.sendPart(visit.slice(10))
  await expect.poll(slow.read).toMatch(/^HTTP\/1.1 201 /)
  slow.socket.destroy()
})

test('a body without a file is ended after a minute, however steadily it arrives', async () => {
  const client = await sendHead({ ...visitHead, headers: ['Content-Type: application/json', 'Content-Length: 1000'] })
  for (let count = 0; count < 11; count += 1) {
    await client.sendPart('{')
    sweep(5)
  }
  expect(client.isCut()).toBe(false)
  await client.sendPart('{')
  sweep(5)
  await client.closed
  expect(client.read()).toBe('')
})

const form = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nTee\r\n--x--\r\n'
const formHead = {
  path: '/api/v1/products/createProduct',
  headers: ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${form.length}`],
}

test('a form may take longer than a minute on a slow line', async () => {
  const { cookies } = await signInAdministrator(shop)
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const client = await sendHead({ ...formHead, headers: [...formHead.headers, `Cookie: ${cookie.join('; ')}`] })
  for (const character of form.slice(0, 20)) {
    await client.sendPart(character)
    sweep(9)
  }
  expect(client.isCut()).toBe(false)
  await client.sendPart(form.slice(20))
  await expect.poll(client.read).toMatch(/^HTTP\/1.1 400 /)
  client.socket.destroy()
})

test('a form that is refused at once ends after a minute', async () => {
  const client = await sendHead(formHead)
  await expect.poll(client.read).toMatch(/^HTTP\/1.1 401 /)
  for (let count = 0; count < 11; count += 1) {
    await client.sendPart(form[count] ?? '')
    sweep(5)
  }
  expect(client.isCut()).toBe(false)
  await client.sendPart('x')
  sweep(5)
  await client.closed
})

test('two Host headers are refused', async () => {
  const { closed, read } = await send('GET /healthz HTTP/1.1\r\nHost: shop\r\nhost: other\r\nConnection: close\r\n\r\n')
  await closed
  expect(read()).toMatch(/^HTTP\/1.1 400 /)
})
