import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder } from '#testing/factories.ts'
import { createPhone, startGuestCheckout } from '#testing/guest-checkout.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { provider, request, database } = await startPayingApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })

const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')
type Options = Partial<Parameters<typeof startGuestCheckout>[0]> & { ip?: string }
const openFrom = ({ ip = createIp(), ...more }: Options = {}) =>
  startGuestCheckout({ request, database, provider, stock: 300, headers: { 'x-forwarded-for': ip }, ...more })
const codeOf = ({ opened }: Awaited<ReturnType<typeof openFrom>>) => (opened.statusCode === 200 ? 200 : opened.json().code)
const minutesOf = async (checkout: Awaited<ReturnType<typeof openFrom>>) => {
  const { hold_ends_at, created_at } = await checkout.payment()
  return Math.round((hold_ends_at.getTime() - created_at.getTime()) / 60_000)
}
/** As the job does when the time of a hold is over. */
const endHolds = () =>
  sql`update payments set hold_ends_at = clock_timestamp(), hold_released_at = clock_timestamp()
  where hold_released_at is null and order_id is null`.execute(database)

test('an address without a known browser holds thirty unpaid pieces, whatever the phones', async () => {
  const ip = createIp()
  const replies = [await openFrom({ ip, quantity: 20 }), await openFrom({ ip, quantity: 10 }), await openFrom({ ip, quantity: 1 })]
  expect(replies.map(codeOf)).toEqual([200, 200, 'guest_hold_limit_reached'])
  expect(codeOf(await openFrom({ quantity: 1 }))).toBe(200)
})

test('an address holds at most a third of a product, and three pieces of a small one', async () => {
  const replies = [await openFrom({ stock: 30, quantity: 9 }), await openFrom({ stock: 30, quantity: 10 })]
  expect(replies.map(codeOf)).toEqual([200, 'hold_product_limit_reached'])
  expect([codeOf(await openFrom({ stock: 4, quantity: 3 })), codeOf(await openFrom({ stock: 4, quantity: 4 }))]).toEqual([
    200,
    'hold_product_limit_reached',
  ])
  const ip = createIp()
  const first = await openFrom({ ip, stock: 30, quantity: 8 })
  const second = {
    ...first.buildOrder(),
    deliveryAddress: { ...first.buildOrder().deliveryAddress, phone: createPhone(), email: 'b@example.com' },
  }
  const reply = await request('POST', '/guest/create-order', { body: second, headers: { 'x-forwarded-for': ip } })
  expect([reply.json().code, await first.stock()]).toEqual(['hold_product_limit_reached', 22])
})

test('a phone holds at most a third of a product from all addresses together', async () => {
  const first = await openFrom({ stock: 30, quantity: 8 })
  const order = buildGuestOrder([{ ...first.tee, size: 'M', quantity: 3 }])
  const open = (deliveryAddress: object) =>
    request('POST', '/guest/create-order', { body: { ...order, deliveryAddress }, headers: { 'x-forwarded-for': createIp() } })
  const { deliveryAddress } = first.buildOrder()
  expect((await open(deliveryAddress)).json().code).toBe('hold_product_limit_reached')
  expect((await open({ ...deliveryAddress, phone: createPhone(), email: 'another@example.com' })).statusCode).toBe(200)
  expect(await first.stock()).toBe(19)
})

test('the second unpaid hold of an address lasts five minutes, and the next one of who has paid the usual time', async () => {
  const ip = createIp()
  expect(await minutesOf(await openFrom({ ip }))).toBe(10)
  await endHolds()
  expect(await minutesOf(await openFrom({ ip }))).toBe(5)
  const paying = createIp()
  const paid = await openFrom({ ip: paying })
  expect((await paid.verify((await paid.pay()).browser.response)).statusCode).toBe(200)
  expect(await minutesOf(await openFrom({ ip: paying }))).toBe(10)
})

test('a hundred pieces a day are held without a payment; what is paid gives its room back', async () => {
  const ip = createIp()
  for (let turn = 0; turn < 4; turn += 1) {
    expect(codeOf(await openFrom({ ip, quantity: 25 }))).toBe(200)
    await endHolds()
  }
  expect(codeOf(await openFrom({ ip, quantity: 1 }))).toBe('unpaid_limit_reached')
  const paying = createIp()
  for (let turn = 0; turn < 5; turn += 1) {
    const checkout = await openFrom({ ip: paying, quantity: 25 })
    expect((await checkout.verify((await checkout.pay()).browser.response)).statusCode).toBe(200)
  }
})

test('a phone counts over the day from all addresses', async () => {
  const phone = createPhone()
  for (let turn = 0; turn < 4; turn += 1) {
    expect(codeOf(await openFrom({ phone, quantity: 25 }))).toBe(200)
    await endHolds()
  }
  expect(codeOf(await openFrom({ phone, quantity: 1 }))).toBe('unpaid_limit_reached')
})

test('a browser whose account has paid before pays behind a used up address', async () => {
  const ip = createIp()
  const known = await signInShopper({ request })
  const bought = await openFrom()
  await bought.verify((await bought.pay()).browser.response)
  await database
    .updateTable('orders')
    .set({ user_id: known._id })
    .where(
      'id',
      'in',
      (await bought.orders()).map(({ id }) => id),
    )
    .execute()
  expect(codeOf(await openFrom({ ip, quantity: 30 }))).toBe(200)
  const { device = '' } = known.cookies
  expect(device).not.toBe('')
  expect([codeOf(await openFrom({ ip, quantity: 1 })), codeOf(await openFrom({ ip, quantity: 5, cookies: { device } }))]).toEqual([
    'guest_hold_limit_reached',
    200,
  ])
})
