import { expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 1_000, stock: 100 })
const order = buildGuestOrder([tee])

/** A code for each answer. */
async function createCodes() {
  const usedUp = await offers.add({ limitTotal: 1 })
  await request('POST', '/guest/cashondelivery', { body: { ...order, deliveryAddress: address, offerCode: usedUp.code } })
  const ended = await offers.add()
  await offers.end(ended._id, 1)
  const add = async (more: Parameters<typeof offers.add>[0]) => (await offers.add(more)).code
  return {
    unknown: 'NOBODY-KNOWS',
    notYet: await add({ from: '2030-01-01T00:00:00Z' }),
    over: await add({ to: '2020-01-01T00:00:00Z' }),
    ended: ended.code,
    usedUp: usedUp.code,
    tooSmall: await add({ least: 5_000, limitPerson: 1 }),
    notForItems: await add({ scope: { kind: 'categories', ids: ['DENIM'], notOnSale: true } }),
    right: await add({}),
    rightForProduct: await add({ scope: { kind: 'products', ids: [tee.id] }, limitPerson: 1, firstOrder: true }),
  }
}
const codes = Object.entries(await createCodes())

/** The status and the statements of each code. */
async function askAll(ask: (code: string) => ReturnType<typeof request>) {
  const answers = new Map<string, { status: number; statements: string[] }>()
  for (const [name, code] of codes) {
    let status = 0
    const statements = await captureQueries(async () => {
      status = (await ask(code)).statusCode
    })
    answers.set(name, { status, statements })
  }
  return answers
}

const listStatuses = (answers: Awaited<ReturnType<typeof askAll>>) => [...answers.values()].map(({ status }) => status)
const listStatements = (answers: Awaited<ReturnType<typeof askAll>>) => [...answers.values()].map(({ statements }) => statements)

test('the quote of a guest takes the same statements for every code', async () => {
  const answers = await askAll((offerCode) => request('POST', '/guest/quote', { body: { products: order.products, offerCode } }))
  const [first = [], ...others] = listStatements(answers)
  expect(listStatuses(answers)).toEqual(codes.map(() => 200))
  expect(first).toHaveLength(4)
  for (const statements of others) expect(statements).toEqual(first)
})

test('a code in the cart of a shopper takes the same statements whether it is refused or not', async () => {
  const { cookies } = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  const answers = await askAll((code) => request('POST', '/cart/offer', { cookies, body: { code } }))
  const [first, ...others] = listStatements(answers)
  expect(listStatuses(answers)).toEqual([...Array(7).fill(409), 200, 200])
  for (const statements of others) expect(statements).toEqual(first)
})

test('after too many wrong codes a right one takes the same statements as a wrong one', async () => {
  const shop = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
  const { code } = await (await createOffers(shop)).add()
  const ask = (offerCode: string) =>
    shop.request('POST', '/guest/quote', { headers: { 'x-forwarded-for': '192.0.2.1' }, body: { products: order.products, offerCode } })
  for (let turn = 0; turn < 20; turn += 1) expect((await ask(`WRONG-${turn}`)).statusCode).toBe(200)
  const capture = (offerCode: string) => captureQueries(async () => expect((await ask(offerCode)).statusCode).toBe(429))
  const right = await capture(code)
  expect(right).toHaveLength(1)
  expect(await capture('WRONG-21')).toEqual(right)
})
