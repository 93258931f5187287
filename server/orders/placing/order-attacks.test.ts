import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createConfirmationLinks } from '../order/order-links.ts'

const { request, database, trackingKey } = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
const direct = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })
const links = createConfirmationLinks({ key: trackingKey })

const stockOfProduct = 60
const products = await Promise.all(
  Array.from({ length: 40 }, (_, index) => createTestProduct({ database, price: 500 + 50 * index, stock: stockOfProduct })),
)
beforeEach(async () => {
  await database.deleteFrom('orders').execute()
  await sql`truncate unconfirmed_sums, limits`.execute(database)
  await database.updateTable('products').set({ stock: stockOfProduct }).execute()
})

const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))

interface Attempt {
  readonly items: readonly { readonly index: number; readonly quantity: number }[]
  readonly ip: string
  readonly device?: string
}

/** Orders with a new phone and a new mailbox. */
function order({ items, ip, device }: Attempt) {
  const ordered = items.flatMap(({ index, quantity }) => products.slice(index, index + 1).map((product) => ({ ...product, quantity })))
  const deliveryAddress = { ...address, phone: createPhone(), email: `${randomUUID()}@attacker.example` }
  return request('POST', '/guest/cashondelivery', {
    body: { ...buildGuestOrder(ordered), deliveryAddress },
    cookies: device === undefined ? {} : { device },
    headers: { 'x-forwarded-for': ip },
  })
}

/** What the attacker's orders took from the stock. */
async function readBlocked() {
  const left = await database.selectFrom('products').select(['stock', 'price_paise']).execute()
  const taken = left.map(({ stock, price_paise }) => ({
    items: stockOfProduct - stock,
    rupees: ((stockOfProduct - stock) * price_paise) / 100,
  }))
  return {
    items: taken.reduce((sum, { items }) => sum + items, 0),
    rupees: taken.reduce((sum, { rupees }) => sum + rupees, 0),
    mostOfOneProduct: Math.max(...taken.map(({ items }) => items)),
  }
}

/**
 * Ten minutes of orders, as many as succeed: each minute the limits of a minute start again. The attacker reads the mail of each order
 * and confirms it.
 */
async function attack({ listIps }: { listIps: (minute: number) => readonly string[] }) {
  for (let minute = 0; minute < 10; minute += 1) {
    await database.deleteFrom('limits').execute()
    for (const ip of listIps(minute)) {
      for (const quantity of [30, 20, 10, 5, 1]) {
        for (let refused = 0; refused < 2; ) {
          const index = randomInt(products.length)
          const reply = await order({ items: [{ index, quantity }], ip })
          if (reply.statusCode !== 201) refused += 1
          else {
            const token = links.create(reply.json().order._id).split('/o/')[1]
            await request('POST', '/order/confirmation', { body: { token, isAccepted: true }, headers: { 'x-forwarded-for': ip } })
          }
        }
      }
    }
  }
  return readBlocked()
}

describe('in ten minutes, with a mailbox that confirms every order,', () => {
  test('one line, an IPv6 /64, blocks at most 100 items and ₹2,00,000', async () => {
    const blocked = await attack({ listIps: () => ['2001:db8:5:9::1'] })
    expect(blocked.items).toBeGreaterThan(50)
    expect(blocked.items).toBeLessThanOrEqual(100)
    expect(blocked.rupees).toBeLessThanOrEqual(200_000)
    expect(blocked.mostOfOneProduct).toBeLessThanOrEqual(20)
  })

  test('one IPv6 /48 blocks at most five times as much', async () => {
    const blocked = await attack({ listIps: (minute) => [0, 1].map((index) => `2001:db8:6:${minute * 2 + index}::1`) })
    expect(blocked.items).toBeGreaterThan(100)
    expect(blocked.items).toBeLessThanOrEqual(500)
    expect(blocked.rupees).toBeLessThanOrEqual(1_000_000)
  })
})

test('two anonymous requests cannot order the whole shop', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const reply = await order({ items: products.map((_, index) => ({ index, quantity: stockOfProduct })), ip: '203.0.113.1' })
    expect(reply.statusCode).toBe(409)
  }
  expect((await readBlocked()).items).toBe(0)
})

test('many small orders of one IPv6 network with other phones, emails and browsers stop at 50 items', async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      order({ items: [{ index, quantity: 2 }], ip: `2001:db8:9:9::${index.toString(16)}`, device: `${index}` }),
    ),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 429]))
  expect((await readBlocked()).items).toBe(50)
})

test('a forged X-Forwarded-For does not give another IP address', async () => {
  for (let index = 0; index < 6; index += 1) await order({ items: [{ index, quantity: 10 }], ip: `198.51.100.${index}, 2001:db8:3:3::1` })
  expect((await readBlocked()).items).toBe(50)
  const tee = await createTestProduct({ database: direct.database, stock: 500 })
  const replies = await Promise.all(
    ['198.51.100.1', '198.51.100.2'].map((ip) =>
      direct.request('POST', '/guest/cashondelivery', {
        body: {
          ...buildGuestOrder([{ ...tee, quantity: 30 }]),
          deliveryAddress: { ...address, phone: createPhone(), email: `${randomUUID()}@example.com` },
        },
        headers: { 'x-forwarded-for': ip },
        remoteAddress: '2001:db8:4:4::1',
      }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 429])
})
