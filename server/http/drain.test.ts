import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { drain } from './drain.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a request that never comes whole does not keep the server from ending', async () => {
  const server = createServer((request) => request.resume())
  const sender = connect(await listen(server), '127.0.0.1')
  sender.on('error', () => {})
  const cut = once(sender, 'close')
  sender.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{')
  await once(server, 'request')
  await drain({ server }, { maxMs: 0 })
  await cut
  expect(server.listening).toBe(false)
})

test('what has come in is answered first', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => void released.then(() => response.end('answered')))
  const asked = fetch(`http://127.0.0.1:${await listen(server)}`)
  await once(server, 'request')
  const ended = drain({ server })
  release()
  expect(await (await asked).text()).toBe('answered')
  await ended
})

test('new connections are served until the delay is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const server = createServer((_request, response) => void response.end('answered'))
  const port = await listen(server)
  const stopping = new AbortController()
  const ended = drain({ server }, { stopping, delayMs: 5_000 })
  expect(stopping.signal.aborted).toBe(true)
  const [reply] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
  expect(await text(reply)).toBe('answered')
  vi.advanceTimersByTime(4_999)
  expect(server.listening).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(server.listening).toBe(false)
  vi.useRealTimers()
})
