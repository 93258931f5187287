import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { publicCacheControl } from '#contract/calls.ts'
import { createLoadLimit } from './load-limit.ts'
import { shedOverload } from './load-shedding.ts'
import { createResponseCache } from './response-cache.ts'

/** A server with one answer for everybody, in memory but out of date, that is made anew when the test says so. */
async function startServer() {
  const kept = createResponseCache({ trustProxy: false, publicUrl: undefined })
  const app = fastify({ serverFactory: kept.createServer })
  let isFull = false
  const limit = createLoadLimit()
  shedOverload(app, { limit: { ...limit, enter: (visit) => (isFull ? undefined : limit.enter(visit)) } })
  kept.follow(app)
  kept.resume()
  const begun: { finish: (status: number) => void }[] = []
  let isWarm = false
  app.get('/shared', async (_request, reply) => {
    const status = isWarm ? await new Promise<number>((finish) => begun.push({ finish })) : 200
    return reply.status(status).header('cache-control', publicCacheControl).send('answer')
  })
  app.get('/held', () => new Promise(() => {}))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const request = async () => (await fetch(`${origin}/shared`)).status
  await request()
  await request()
  kept.drop()
  isWarm = true
  let came = 0
  app.server.on('request', () => {
    came += 1
  })
  const { host, port } = new URL(origin)
  /** Asks behind an answer that does not come. */
  const queue = async ({ full }: { full: boolean }) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    send('/held')
    await expect.poll(() => came).toBe(1)
    isFull = full
    send('/shared')
    await expect.poll(() => came).toBe(2)
    isFull = false
  }
  return {
    kept,
    request,
    begun,
    queue,
    /** One makes it, and three wait for it. */
    async fill() {
      await queue({ full: false })
      await expect.poll(() => begun.length).toBe(1)
      const waiting = Promise.all([request(), request(), request()])
      await expect.poll(() => came).toBe(5)
      expect(begun).toHaveLength(1)
      return { waiting }
    },
  }
}

test('those who wait for an answer have it when it is made, whether or not the one who makes it gets it', async () => {
  const { begun, fill } = await startServer()
  const { waiting } = await fill()
  begun[0]?.finish(200)
  expect(await waiting).toEqual([200, 200, 200])
  expect(begun).toHaveLength(1)
})

test('nobody waits for one that was turned away', async () => {
  const { begun, request, queue } = await startServer()
  await queue({ full: true })
  const asked = request()
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.finish(200)
  expect(await asked).toBe(200)
})

test('when it cannot be made all who waited ask for themselves, at once', async () => {
  const { begun, fill } = await startServer()
  const { waiting } = await fill()
  begun[0]?.finish(500)
  await expect.poll(() => begun.length).toBe(4)
  for (const { finish } of begun) finish(200)
  expect(await waiting).toEqual([200, 200, 200])
})

test('when it is out of date already when it is made, one makes it anew for all who waited', async () => {
  const { kept, begun, fill } = await startServer()
  const { waiting } = await fill()
  kept.drop()
  begun[0]?.finish(200)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.finish(200)
  expect(await waiting).toEqual([200, 200, 200])
  expect(begun).toHaveLength(2)
})

test('while nothing can be kept nobody waits for another', async () => {
  const { kept, begun, request } = await startServer()
  kept.pause()
  const asked = Promise.all([request(), request(), request()])
  await expect.poll(() => begun.length).toBe(3)
  for (const { finish } of begun) finish(200)
  expect(await asked).toEqual([200, 200, 200])
})
