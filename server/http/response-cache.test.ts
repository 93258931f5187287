import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiBase } from '#contract/calls.ts'
import { toPaise } from '#contract/money.ts'
import { subscribe } from '#server/adapters/postgres-notifications.ts'
import { productsChanged } from '#server/products/repository.ts'
import { createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createResponseCache } from './response-cache.ts'

const kept = createResponseCache({ trustProxy: false, publicUrl: undefined })
const { app, request, database, connection } = await createTestApp({ kept })
let origin = ''

beforeAll(async () => {
  let told = () => {}
  const heard = new Promise<void>((resolve) => {
    told = resolve
  })
  const hearing = subscribe({
    connection,
    channel: productsChanged,
    onNotification: kept.drop,
    onConnected() {
      kept.resume()
      told()
    },
    onDisconnected: kept.pause,
  })
  afterAll(() => hearing.close())
  await heard
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + apiBase + path, { headers })
/** An answer from memory has passed no part of the app, which gives each request a name. */
const isFromMemory = (reply: Response) => !reply.headers.has('x-request-id')

/** Asks until memory answers: the news of what the test has just made is still on its way. */
async function askUntilKept(path: string): Promise<Response> {
  await expect.poll(async () => isFromMemory(await get(path))).toBe(true)
  return get(path)
}

test('the second answer comes from memory and says the same, headers and all', async () => {
  const { id } = await createTestProduct({ database })
  const first = await get(`/products/${id}`)
  const second = await askUntilKept(`/products/${id}`)
  expect(isFromMemory(first)).toBe(false)
  expect(await second.json()).toEqual(await first.json())
  const passing = ['x-request-id', 'date', 'vary', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  const strip = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)))
  expect(strip(second)).toEqual(strip(first))
})

test('a price that another server changes is seen at once', async () => {
  const { id } = await createTestProduct({ database, price: 500 })
  await askUntilKept(`/products/${id}`)
  await database
    .updateTable('products')
    .set({ price_paise: toPaise(600) })
    .where('id', '=', id)
    .execute()
  await expect.poll(async () => (await (await get(`/products/${id}`)).json()).price).toBe(600)
})

test('the last pieces are news, a full shelf is not', async () => {
  const { id } = await createTestProduct({ database, stock: 8 })
  const take = () =>
    database
      .updateTable('products')
      .set((eb) => ({ stock: eb('stock', '-', 1) }))
      .where('id', '=', id)
      .execute()
  await askUntilKept(`/products/${id}`)
  await take()
  expect(isFromMemory(await get(`/products/${id}`))).toBe(true)
  await take()
  await take()
  await expect.poll(async () => (await (await get(`/products/${id}`)).json()).stock).toBe(5)
})

test('a product that was deleted is gone from its page and from the list', async () => {
  const { id } = await createTestProduct({ database })
  await askUntilKept(`/products/${id}`)
  await askUntilKept('/products/getAll?page=1&limit=7')
  await database.updateTable('products').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await expect.poll(async () => (await get(`/products/${id}`)).status).toBe(404)
  const { products } = (await (await get('/products/getAll?page=1&limit=7')).json()) as { products: { _id: string }[] }
  expect(products.map((product) => product._id)).not.toContain(id)
})

test('while the news does not arrive nothing comes from memory', async () => {
  const { id } = await createTestProduct({ database, price: 500 })
  await askUntilKept(`/products/${id}`)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop notifications' and datname = current_database()`.execute(
    database,
  )
  await expect.poll(async () => isFromMemory(await get(`/products/${id}`))).toBe(false)
  // It listens again by itself.
  await expect.poll(async () => isFromMemory(await get(`/products/${id}`)), { timeout: 5_000 }).toBe(true)
})

test('whoever has the answer already gets a short yes', async () => {
  const { id } = await createTestProduct({ database })
  const { headers } = await askUntilKept(`/products/${id}`)
  const again = await get(`/products/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('a long answer travels compressed to those who can read it', async () => {
  const { id } = await createTestProduct({ database, description: 'Soft, light and strong. '.repeat(100) })
  await askUntilKept(`/products/${id}`)
  for (const encoding of ['br', 'gzip']) {
    const reply = await get(`/products/${id}`, { 'accept-encoding': encoding })
    expect(isFromMemory(reply)).toBe(true)
    expect(reply.headers.get('content-encoding')).toBe(encoding)
    expect(Number(reply.headers.get('content-length'))).toBeLessThan(1_000)
    expect((await reply.json())._id).toBe(id)
  }
  const choices = [
    ['br;q=0', null],
    ['gzip;q=0, br ; q=0.000', null],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'br'],
  ] as const
  for (const [accepted, encoding] of choices) {
    const reply = await get(`/products/${id}`, { 'accept-encoding': accepted })
    expect([accepted, isFromMemory(reply), reply.headers.get('content-encoding')]).toEqual([accepted, true, encoding])
  }
})

test('a hundred who ask for a stale answer at once are answered by one reading of the database', async () => {
  const { id } = await createTestProduct({ database })
  await askUntilKept(`/products/${id}`)
  kept.drop()
  const replies = await Promise.all(Array.from({ length: 100 }, () => get(`/products/${id}`)))
  expect(replies.filter((reply) => !isFromMemory(reply))).toHaveLength(1)
  expect(new Set(await Promise.all(replies.map(async (reply) => (await reply.json())._id)))).toEqual(new Set([id]))
})

test('those who go away while they wait leave nobody waiting', async () => {
  const { id } = await createTestProduct({ database })
  await askUntilKept(`/products/${id}`)
  const countConnections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
  const request = async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${apiBase}/products/${id} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n\r\n`)
    return socket
  }
  const readWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database)
    return rows[0]?.waiting ?? 0
  }
  let first: Promise<Response> | undefined
  await database.transaction().execute(async (trx) => {
    // The one who reads for all is held up.
    await sql`lock table products in access exclusive mode`.execute(trx)
    kept.drop()
    first = get(`/products/${id}`)
    await expect.poll(async () => (await readWaiting()) > 0).toBe(true)
    const before = Number(await countConnections())
    const impatient = await Promise.all([request(), request(), request()])
    await expect.poll(countConnections).toBe(before + 3)
    // What they sent is read in the order it came: an answer to one who came later means that theirs were seen.
    await get('/users/loggedinuser')
    for (const socket of impatient) socket.destroy()
    await expect.poll(countConnections).toBeLessThan(before + 3)
    kept.drop()
  })
  expect((await first)?.status).toBe(200)
  expect((await (await get(`/products/${id}`)).json())._id).toBe(id)
})

test('what belongs to one person is never kept', async () => {
  const first = await signInShopper({ request })
  const second = await signInShopper({ request })
  for (const { cookies, name } of [first, second, first]) {
    const cookie = Object.entries(cookies)
      .map(([key, value]) => `${key}=${value}`)
      .join('; ')
    const reply = await get('/users/loggedinuser', { cookie })
    expect(isFromMemory(reply)).toBe(false)
    expect((await reply.json()).name).toBe(name)
  }
})
