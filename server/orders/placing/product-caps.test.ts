import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
const { database } = shop

const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))
const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

const order = async ({
  tee,
  quantity,
  ip,
  app = shop,
}: {
  tee: Awaited<ReturnType<typeof createTestProduct>>
  quantity: number
  ip: string
  app?: TestApp
}) => {
  const body = {
    ...buildGuestOrder([{ ...tee, quantity }]),
    deliveryAddress: { ...address, phone: createPhone(), email: `${randomUUID()}@example.com` },
  }
  return app.request('POST', '/guest/cashondelivery', { body, headers: { 'x-forwarded-for': ip } })
}

test('the items of a product that one source can order are a third of them', async () => {
  const tee = await createTestProduct({ database, stock: 60 })
  const ip = createIp()
  const first = await order({ tee, quantity: 20, ip })
  expect(first.json()).toMatchObject({
    code: 'cod_product_limit_reached',
    error: expect.stringMatching(/^Only 19 more of Test product \d+ can be ordered with cash on delivery now\./),
  })
  expect((await order({ tee, quantity: 19, ip })).statusCode).toBe(201)
  const second = await order({ tee, quantity: 1, ip })
  expect([second.statusCode, second.json().error]).toMatchObject([
    409,
    expect.stringMatching(/^You have ordered as many of Test product \d+/),
  ])
  expect((await order({ tee, quantity: 10, ip: createIp() })).statusCode).toBe(201)
})

test('the items of a product that one source can order are 3 of a product that has few left', async () => {
  const tee = await createTestProduct({ database, stock: 5 })
  const ip = createIp()
  const statuses = []
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await order({ tee, quantity: 1, ip })).statusCode)
  expect(statuses).toEqual([201, 201, 201, 409])
})

test('the items of a product that one source can order are up to 5 in the first order of a source', async () => {
  const tee = await createTestProduct({ database, stock: 5 })
  expect((await order({ tee, quantity: 5, ip: createIp() })).statusCode).toBe(201)
})

test('the items of a product that one source can order are counted when they are ordered at the same moment', async () => {
  const tee = await createTestProduct({ database, stock: 30 })
  const ip = createIp()
  const replies = await Promise.all(Array.from({ length: 6 }, () => order({ tee, quantity: 3, ip })))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
})

test('the items of a product that one source can order are not limited with 100 %', async () => {
  const app = await createTestApp({ environment: { LIMITS_FACTOR: '1', COD_PRODUCT_MAX_PERCENT: '100' } })
  const tee = await createTestProduct({ database: app.database, stock: 30 })
  expect((await order({ tee, quantity: 30, ip: createIp(), app })).statusCode).toBe(201)
})
