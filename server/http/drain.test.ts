import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
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
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => void told.then(() => response.end('answered')))
  const asked = fetch(`http://127.0.0.1:${await listen(server)}`)
  await once(server, 'request')
  const ended = drain({ server })
  tell()
  expect(await (await asked).text()).toBe('answered')
  await ended
})
