import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPhone, startGuestCheckout } from '#testing/guest-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { provider, request, database } = await startPayingApp({
  environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1', HOLD_MAX_ITEMS: '5', HOLD_IP_MAX_ITEMS: '60' },
})

const createIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

/** Opens a payment of one item, from an IP address of its own unless it is given. */
const openFrom = ({
  ip = createIp(),
  ...more
}: {
  ip?: string
  phone?: string
  cookies?: Record<string, string>
  quantity?: number
} = {}) => startGuestCheckout({ request, database, provider, quantity: 1, headers: { 'x-forwarded-for': ip }, ...more })

const countOpened = (checkouts: readonly Awaited<ReturnType<typeof openFrom>>[]) =>
  checkouts.filter(({ opened }) => opened.statusCode === 200).length

test('a phone number has at most two open payments of guests; a third one holds nothing', async () => {
  const phone = createPhone()
  const [first, second, third] = [await openFrom({ phone }), await openFrom({ phone }), await openFrom({ phone })]
  expect([first.opened.statusCode, second.opened.statusCode, await second.stock()]).toEqual([200, 200, 9])
  expect([third.opened.statusCode, third.opened.headers['retry-after'], third.opened.json(), await third.stock()]).toMatchObject([
    429,
    '600',
    {
      code: 'guest_hold_limit_reached',
      error:
        'Too many online payments are open with your phone, browser or internet connection. Please try again in 10 minutes, choose cash on delivery, or write to us.',
    },
    10,
  ])
  await database.updateTable('payments').set({ hold_released_at: new Date() }).where('provider_order_id', '=', first.orderId).execute()
  expect((await third.open()).statusCode).toBe(200)
})

test('payments of one phone number count each other at the same moment, from many networks', async () => {
  const phone = createPhone()
  expect(countOpened(await Promise.all([1, 2, 3, 4, 5, 6].map(() => openFrom({ phone }))))).toBe(2)
})

test('a browser has at most two open payments of guests, whatever the phone number', async () => {
  const cookies = { device: randomUUID() }
  expect(countOpened(await Promise.all([1, 2, 3, 4].map(() => openFrom({ cookies }))))).toBe(2)
})

test('an IP address has at most 30 open payments of guests', async () => {
  const ip = createIp()
  expect(countOpened(await Promise.all(Array.from({ length: 33 }, () => openFrom({ ip }))))).toBe(30)
  expect((await openFrom()).opened.statusCode).toBe(200)
})

test('a guest holds at most as many items as an account', async () => {
  const { opened, stock } = await openFrom({ quantity: 6 })
  expect([opened.json(), await stock()]).toMatchObject([{ code: 'hold_limit_reached' }, 10])
})

test('an administrator changes the caps', async () => {
  const { cookies } = await signInAdministrator({ request, database })
  const { orders } = (await request('GET', '/settings', { cookies })).json().groups
  expect(orders.value).toMatchObject({ guestHoldMaxCheckouts: 2, guestHoldIpMaxCheckouts: 30, guestHoldMinutes: 10 })
  const value = { ...orders.value, guestHoldMaxCheckouts: 1, guestHoldMinutes: 20 }
  const saved = (await request('PATCH', '/settings/orders', { cookies, body: { version: orders.version, value } })).json()
  await request('POST', '/settings/orders/publish', { cookies, body: { version: saved.state.version } })
  const phone = createPhone()
  const [first, second] = [await openFrom({ phone }), await openFrom({ phone })]
  const { hold_ends_at, created_at } = await first.payment()
  expect([Math.round((hold_ends_at.getTime() - created_at.getTime()) / 60_000), second.opened.headers['retry-after']]).toEqual([20, '1200'])
})
