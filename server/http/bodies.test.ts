import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endLateBodies } from './bodies.ts'

async function startServer() {
  const app = fastify()
  endLateBodies(app, { patienceMs: 100 })
  const begun: { finish: () => void }[] = []
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => body.resume().once('end', () => done(null)))
  app.post('/*', async () => {
    await new Promise<void>((finish) => begun.push({ finish }))
    return 'answered'
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const send = (type: string, body: string) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST /call HTTP/1.1\r\nhost: shop.example\r\ncontent-type: ${type}\r\ncontent-length: 20\r\n\r\n${body}`)
    return socket
  }
  return { begun, send }
}

test('whoever does not end a body is hung up on; whoever did, or sends a picture, is not', async () => {
  const { begun, send } = await startServer()
  const whole = send('application/json', JSON.stringify({ word: 'x'.repeat(9) }))
  const picture = send('multipart/form-data; boundary=x', 'x')
  await expect.poll(() => begun.length).toBe(1)
  // These two began earlier, so that they would be ended by now if they were to be.
  await once(send('application/json', '{').resume(), 'close')
  expect([whole.destroyed, picture.destroyed]).toEqual([false, false])
  picture.write('x'.repeat(19))
  await expect.poll(() => begun.length).toBe(2)
  for (const socket of [whole, picture]) {
    const answer = once(socket, 'data')
    for (const { finish } of begun) finish()
    expect(String((await answer)[0])).toContain('200 OK')
    socket.destroy()
  }
})
