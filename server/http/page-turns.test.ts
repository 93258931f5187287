import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { queuePages } from './page-turns.ts'

/** A shop whose pages are made when the test says so. */
async function startServer() {
  const app = fastify()
  queuePages(app)
  const begun: { path: string; finish: () => void }[] = []
  app.all('/*', { config: { isPage: true } }, async (request) => {
    await new Promise<void>((finish) => begun.push({ path: request.url, finish }))
    app.endTurn(request)
    return 'page'
  })
  app.get('/call', async () => 'answer')
  app.get('/held', () => new Promise(() => {}))
  let came = 0
  app.addHook('onRequest', (request, _reply, done) => {
    came += 1
    done(request.headers['x-odd'] ? new Error('odd') : undefined)
  })
  const answered: string[] = []
  app.addHook('onSend', async ({ url }) => void answered.push(url))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const request = async (path: string, options?: RequestInit) => (await fetch(origin + path, options)).status
  const send = (lines: string) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(lines)
    return socket
  }
  return { request, begun, answered, app, send, countCame: () => came }
}

test('four pages are made at once, and the next one begins when one of them is made; calls do not wait', async () => {
  const { request, begun } = await startServer()
  const first = ['/1', '/2', '/3', '/4'].map((path) => request(path))
  await expect.poll(() => begun.length).toBe(4)
  const fifth = request('/5')
  expect(await request('/call')).toBe(200)
  expect(begun).toHaveLength(4)
  begun[2]?.finish()
  await expect.poll(() => begun.at(-1)?.path).toBe('/5')
  for (const { finish } of begun) finish()
  expect(await Promise.all([...first, fifth])).toEqual([200, 200, 200, 200, 200])
})

test('no page is made for whoever went away while waiting, and those behind have their turn', async () => {
  const { request, begun, app } = await startServer()
  const came: string[] = []
  const gone: string[] = []
  app.server.on('request', ({ url = '' }, response) => {
    came.push(url)
    response.once('close', () => gone.push(url))
  })
  const held = ['/1', '/2', '/3', '/4'].map((path) => request(path))
  await expect.poll(() => begun.length).toBe(4)
  const leaving = new AbortController()
  const left = request('/left', { signal: leaving.signal })
  await expect.poll(() => came).toContain('/left')
  const behind = request('/behind')
  leaving.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => gone).toContain('/left')
  begun[0]?.finish()
  await expect.poll(() => begun.at(-1)?.path).toBe('/behind')
  for (const { finish } of begun) finish()
  expect(await Promise.all([...held, behind])).toEqual([200, 200, 200, 200, 200])
  expect(begun.map(({ path }) => path)).not.toContain('/left')
})

test('a page that is refused on its way gives its turn back', async () => {
  const { request, begun } = await startServer()
  const refuse = () => request('/refused', { method: 'POST', headers: { 'content-type': 'application/x-odd' }, body: 'odd' })
  for (let time = 0; time < 5; time += 1) expect(await refuse()).toBe(415)
  const page = request('/page')
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.finish()
  expect(await page).toBe(200)
})

test('a page that is refused gives its turn back even when nobody reads the refusal', async () => {
  const { request, begun, send, countCame } = await startServer()
  // The refusals wait behind an answer that does not come.
  const refused = 'GET /page HTTP/1.1\r\nhost: shop.example\r\nx-odd: yes\r\n\r\n'
  send(`GET /held HTTP/1.1\r\nhost: shop.example\r\n\r\n${refused.repeat(4)}`)
  await expect.poll(countCame).toBe(5)
  const page = request('/page')
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.finish()
  expect(await page).toBe(200)
})

test('whoever sends half of a request has no turn yet', async () => {
  const { request, begun, app, send } = await startServer()
  let came = 0
  app.server.on('request', () => {
    came += 1
  })
  const half = 'POST /page HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{'
  for (let time = 0; time < 4; time += 1) send(half)
  await expect.poll(() => came).toBe(4)
  const page = request('/page')
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.finish()
  expect(await page).toBe(200)
})

test('whoever goes away while waiting behind another answer is done with, too', async () => {
  const { request, begun, answered, app, send } = await startServer()
  const gone: (string | undefined)[] = []
  app.server.on('request', (request) => request.once('close', () => gone.push(request.url)))
  const came: (string | undefined)[] = []
  app.server.on('request', ({ url }) => came.push(url))
  const held = ['/1', '/2', '/3', '/4'].map((path) => request(path))
  await expect.poll(() => begun.length).toBe(4)
  const socket = send(['/held', '/left'].map((path) => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`).join(''))
  await expect.poll(() => came).toContain('/left')
  socket.destroy()
  await expect.poll(() => gone).toContain('/left')
  begun[0]?.finish()
  await expect.poll(() => answered).toContain('/left')
  for (const { finish } of begun) finish()
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200])
  expect(begun.map(({ path }) => path)).not.toContain('/left')
})
