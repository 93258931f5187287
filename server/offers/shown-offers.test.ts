import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { productHref } from '#contract/catalog/product-url.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { requireStatus } from '#testing/require-status.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { subscribe } from '../adapters/postgres-notifications.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createShownOffers, offersChannel } from './shown-offers.ts'

const responseCache = createResponseCache({ publicUrl: undefined })
responseCache.enable()
const { app, request, database, connection } = await createTestApp({
  responseCache,
  publishTo: responseCache.invalidate,
  ssr: createSsr({ settings: parseSettings({}), development: false }),
})
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 500, stock: 1_000 })
const jogger = await createTestProduct({ database, price: 900, stock: 1_000, category: 'JOGGER' })

const set = { kind: 'fixed_price', code: null, percent: null, buyItems: 3, setPrice: 999 } as const
const readList = async (query = '') => (await request('GET', `/products/getAll?page=1${query}`)).json()
const readProduct = async ({ id }: { id: string }) => (await request('GET', `/products/${id}`)).json()
const readPage = async (url: string) => (await app.inject({ url })).body

afterEach(async () => {
  const active = await database.selectFrom('offers').select(['id', 'version']).where('active', '=', true).execute()
  for (const { id, version } of active) await offers.end(id, version)
})

describe('a running offer without a code', () => {
  test('is named on lists, products and pages at once, and no longer when it has ended', async () => {
    const before = await readPage('/buy')
    const offer = await offers.add({ ...set, title: 'Three for less' })
    const list = await readList()
    expect([list.offers, list.products[0].offers, (await readProduct(tee)).offers]).toEqual([
      ['3 for ₹999'],
      ['3 for ₹999'],
      ['3 for ₹999'],
    ])
    for (const url of ['/buy', productHref({ _id: tee.id, name: tee.name }), '/buy?category=TEE'])
      expect(await readPage(url), url).toContain('3 for ₹999')
    await offers.edit(offer._id, { ...offers.buildDraft({ ...set, setPrice: 1_099 }), version: offer.version })
    expect((await readProduct(tee)).offers).toEqual(['3 for ₹1,099'])
    await offers.end(offer._id, 2)
    expect((await readList()).offers).toBeUndefined()
    for (const html of [before, await readPage('/buy')]) expect(html).not.toMatch(/3 for ₹|hasOffers/)
  })

  test('is named where its products are', async () => {
    await offers.add({ ...set, scope: { kind: 'categories', ids: ['TEE'] } })
    const [{ name }] = (await sql<{ name: string }>`select name from categories where key = 'TEE'`.execute(database)).rows as [
      { name: string },
    ]
    const sentence = `3 for ₹999 on ${name}`
    expect([(await readProduct(tee)).offers, (await readProduct(jogger)).offers]).toEqual([[sentence], undefined])
    expect([(await readList('&category=TEE')).offers, (await readList('&category=JOGGER')).offers, (await readList()).offers]).toEqual([
      [sentence],
      undefined,
      [sentence],
    ])
  })

  test('is named on the products of its collection', async () => {
    const body = { title: 'Festive', text: '', slug: 'festive', from: null, until: null, productIds: [jogger.id] }
    const reply = await request('POST', '/collections', { cookies: offers.cookies, body })
    requireStatus(reply, 201)
    const { _id, slug } = reply.json().collection
    await offers.add({ ...set, scope: { kind: 'collections', ids: [_id] } })
    expect([(await readProduct(jogger)).offers, (await readProduct(tee)).offers]).toEqual([['3 for ₹999 on Festive'], undefined])
    expect((await request('GET', `/collections/${slug}`)).json().products[0].offers).toEqual(['3 for ₹999 on Festive'])
  })

  test('is not named before it starts and after it is used up', async () => {
    await offers.add({ ...set, from: '2040-01-01T00:00:00Z' })
    const usedUp = await offers.add({ ...set, limitTotal: 1 })
    await database.updateTable('offers').set({ used: 1 }).where('id', '=', usedUp._id).execute()
    const shown = createShownOffers({ database })
    await shown.load()
    expect([shown.listOfCategory(undefined), shown.hasAutomatic()]).toEqual([[], false])
  })

  test('costs a list and a product no statement', async () => {
    const count = async () => {
      responseCache.invalidate()
      return (await captureQueries(async () => [await readList(), await readProduct(tee)])).length
    }
    const without = await count()
    await offers.add(set)
    expect(await count()).toBe(without)
  })

  test('tells the other servers when it changes or is used up, and not at other uses', async () => {
    const notified: string[] = []
    const subscription = subscribe({
      connection,
      channels: [offersChannel, 'end'],
      onNotification: (channel) => notified.push(channel),
      onConnected: () => notified.push('connected'),
      onDisconnected() {},
    })
    onTestFinished(() => subscription.close())
    await expect.poll(() => notified).toEqual(['connected'])
    const { _id } = await offers.add({ ...set, limitTotal: 2 })
    for (const used of [1, 2, 1]) await database.updateTable('offers').set({ used }).where('id', '=', _id).execute()
    await sql`select pg_notify('end', '')`.execute(database)
    await expect.poll(() => notified).toEqual(['connected', offersChannel, offersChannel, offersChannel, 'end'])
  })
})

describe('an offer with a code', () => {
  test('is named only when it is public', async () => {
    await offers.add({ code: 'SECRET10' })
    await offers.add({ code: 'DIWALI15', percent: 15, isPublic: true })
    expect((await readList()).offers).toEqual(['15 % less, with the code DIWALI15'])
  })
})

describe('a cart', () => {
  const quote = async (quantity: number) =>
    (await request('POST', '/guest/quote', { body: { products: buildGuestOrder([{ ...tee, quantity }]).products } })).json()

  test('of a guest says what is missing for the next offer', async () => {
    await offers.add(set)
    expect([(await quote(2)).next, (await quote(3)).next]).toEqual(['Add 1 more item and 3 cost ₹999.', undefined])
  })

  test('of a shopper says it after each change', async () => {
    await offers.add(set)
    const { cookies } = await signInShopper({ request })
    const added = await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    expect(added.json().quote.next).toBe('Add 2 more items and 3 cost ₹999.')
    const changed = await request('PATCH', `/cart/${tee.id}`, { cookies, body: { size: 'M', quantity: 3 } })
    expect(changed.json().quote).toMatchObject({ totalPrice: 1_500, toPay: 999 })
    expect((await request('GET', '/cart', { cookies })).json().quote.next).toBeUndefined()
  })
})

test('a shop has 50 offers that run or are planned, and room again when one ends', async () => {
  const planned = await offers.add({ from: '2040-01-01T00:00:00Z' })
  const over = await offers.add({ from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' })
  for (let count = 1; count < 50; count += 1) await offers.add()
  const draft = offers.buildDraft()
  expect([(await offers.send(draft)).statusCode, (await offers.send(draft)).json().message]).toEqual([
    409,
    'A shop can have 50 offers that run or are planned. Please end one of them first.',
  ])
  expect((await offers.edit(over._id, { ...offers.buildDraft(), version: 1 })).json().code).toBe('offers_running')
  expect((await offers.send({ ...draft, to: '2020-02-01T00:00:00Z' })).statusCode).toBe(201)
  await offers.end(planned._id, planned.version)
  expect((await offers.send(offers.buildDraft())).statusCode).toBe(201)
})
