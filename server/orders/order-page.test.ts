import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxLengths } from '#contract/kernel/business.ts'
import type { OrderFlag } from '#contract/orders/order-flags.ts'
import type { OrderAction, OrderPage } from '#contract/orders/order-links.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import {
  createAccountLinks,
  createAddressLinks,
  createConfirmationLinks,
  createDeliveryLinks,
  createPaymentLinks,
  createPayoutLinks,
} from './order/order-links.ts'
import { createTrackingLinks } from './order/tracking.ts'

const shop = await startPayingShop({ environment: { LIMITS_FACTOR: '1000' } })
const { provider, request, database, trackingKey: key, cookies } = shop
const returns = createReturns({ request, database, trackingKey: key, provider, cookies })

const year = 365 * 86_400_000

/** The tokens of all links of an order. */
function createTokens({ id, payoutId = id, revision = 0, issuedAt = Date.now(), by = key }: TokenTerms) {
  const mailed = createTrackingLinks({ key: by })
  const terms = { revision, issuedAt }
  return {
    track: mailed.create({ orderId: id, purpose: 'track', revision }, issuedAt),
    return: mailed.create({ orderId: id, purpose: 'return', revision }, issuedAt),
    confirm: createConfirmationLinks({ key: by }).createToken(id, terms),
    pay: createPaymentLinks({ key: by }).createToken(id, terms),
    address: createAddressLinks({ key: by }).createToken(id, terms),
    account: createAccountLinks({ key: by }).createToken(id, terms),
    deliver: createDeliveryLinks({ key: by }).createToken(id, terms),
    refund: createPayoutLinks({ key: by }).createToken(payoutId, terms),
  }
}

interface TokenTerms {
  readonly id: string
  readonly payoutId?: string
  readonly revision?: number
  readonly issuedAt?: number
  readonly by?: Buffer
}

const purposes = ['track', 'return', 'confirm', 'pay', 'address', 'account', 'deliver', 'refund'] as const

const open = (token: string) => request('POST', '/order/page', { body: { token } })
const read = async (token: string) => (await open(token)).json<OrderPage>()

/** What the form of each action asks first. */
const findPaths: Record<OrderAction, string> = {
  confirm: '/order/confirmation/find',
  pay: '/order/payment/find',
  address: '/order/address/find',
  return: '/order/returns/find',
  refund: '/payouts/find',
  account: '/order/account/find',
}
const find = (action: OrderAction, token: string) => request('POST', findPaths[action], { body: { token } })

/** A guest's order on delivery. `flags`: why it is to be confirmed. */
async function place(flags: OrderFlag[] = []) {
  const tee = await createTestProduct({ database, stock: 20 })
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
  await database.updateTable('orders').set({ flags }).where('id', '=', order._id).execute()
  return { id: order._id as string, number: order.number as string }
}

/** A delivered order of which a refund is to be transferred. */
async function deliver() {
  const { id, number, ask } = await returns.deliverGuest()
  const returnId = (await ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(returnId, 1)
  await returns.admin(returnId, 'settle', { refund: 699 })
  const payout = await database.selectFrom('payouts').select('id').where('return_id', '=', returnId).executeTakeFirstOrThrow()
  return { id, number, payoutId: payout.id }
}

const removePinCode = (id: string) =>
  database
    .updateTable('orders')
    .set((eb) => ({ delivery_address: eb.fn<string>('jsonb_set', ['delivery_address', eb.val('{pinCode}'), eb.val('""')]) }))
    .where('id', '=', id)
    .execute()

const listActions = async (id: string) => (await read(createTokens({ id }).track)).actions

describe('each link', () => {
  test.each(purposes)('that is for %s opens its order, and says what it is for', async (purpose) => {
    const order = await deliver()
    const other = await deliver()
    expect(await read(createTokens(order)[purpose])).toMatchObject({ purpose, number: order.number })
    expect(await read(createTokens(other)[purpose])).toMatchObject({ purpose, number: other.number })
  })

  test.each(purposes)('that is for %s says why it does not open: expired, revoked, forged, of an unknown order', async (purpose) => {
    const order = await deliver()
    const expired = await open(createTokens({ ...order, issuedAt: Date.now() - 3 * year })[purpose])
    expect([expired.statusCode, expired.json().message]).toEqual([410, 'This link has expired. Please contact us with your order number.'])
    const forged = createTokens({ ...order, by: Buffer.from('another key') })[purpose]
    const [mine, others] = [createTokens(order)[purpose], createTokens(await deliver())[purpose]]
    const swapped = [...others.split('.').slice(0, -1), mine.split('.').at(-1)].join('.')
    const unknown = createTokens({ id: randomUUID() })[purpose]
    // An order that does not exist has no links that could be revoked, so tracking calls them expired.
    const tracked = purpose === 'track' || purpose === 'return'
    for (const token of [forged, swapped, `${mine}x`, mine.slice(0, -1)]) expect((await open(token)).statusCode, token).toBe(404)
    expect((await open(unknown)).statusCode).toBe(tracked ? 410 : 404)
    await database.updateTable('orders').set({ link_revision: 1 }).where('id', '=', order.id).execute()
    expect((await open(mine)).statusCode).toBe(410)
    expect(await read(createTokens({ ...order, revision: 1 })[purpose])).toMatchObject({ purpose, number: order.number })
  })

  test('of before November 2026 follows its order', async () => {
    const { id, number } = await place()
    expect(await read(createTrackingLinks({ key }).createOld(id))).toMatchObject({ purpose: 'track', number, tracking: { number } })
  })

  test.each(['', '.', '..', 'track', 'track...', `${randomUUID()}.1`, '😀'.repeat(20), '١٢٣.٤٥٦', 'a'.repeat(maxLengths.trackingToken)])(
    'that is "%s" is not valid',
    async (token) => {
      const reply = await open(token)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'address_link_invalid'])
    },
  )

  test('of 5,000 characters is rejected', async () => {
    expect((await open('a'.repeat(5_000))).statusCode).toBe(400)
  })
})

describe('a link that follows an order', () => {
  test('has tokens for what can be done now, each for its purpose only', async () => {
    const order = await deliver()
    const unconfirmed = await place(['value'])
    const incomplete = await place()
    await removePinCode(incomplete.id)
    const offered = await Promise.all([order, unconfirmed, incomplete].map(({ id }) => listActions(id)))
    expect(offered.map((actions) => actions.map(({ action }) => action))).toEqual([
      ['return'],
      ['confirm'],
      // Not the address, nor where a refund goes: the link may have been forwarded.
      ['pay'],
    ])
    for (const { action, token } of offered.flat()) {
      expect((await find(action, token)).statusCode, action).toBe(200)
      expect(await read(token), action).toMatchObject({ purpose: action, actions: [] })
      for (const other of Object.keys(findPaths) as OrderAction[])
        if (other !== action) expect((await find(other, token)).statusCode, `${action} for ${other}`).toBe(404)
    }
  })

  test('offers nothing that is done, of which the link itself says so', async () => {
    const [confirmed, added, completed] = [await place(['value']), await place(), await place()]
    const send = (path: string, token: string, body: object, session = {}) =>
      request('POST', path, { body: { token, ...body }, ...session }).then((reply) => expect(reply.statusCode, reply.body).toBe(200))
    const tokens = createTokens
    await send('/order/confirmation', tokens(confirmed).confirm, { isAccepted: true })
    await send('/order/account', tokens(added).account, {}, { cookies: (await signInShopper(shop)).cookies })
    await removePinCode(completed.id)
    await send('/order/address', tokens(completed).address, { pinCode: '560001', phone: '9876543210' })
    const refunded = await deliver()
    const details = { method: 'upi', upiId: 'asha@upi', upiIdAgain: 'asha@upi' }
    await send('/payouts/details', tokens(refunded).refund, { details })
    const offered = await Promise.all([confirmed, added, completed, refunded].map(({ id }) => listActions(id)))
    expect(offered.map((actions) => actions.map(({ action }) => action))).toEqual([['pay'], ['pay'], ['pay'], ['return']])
    const codes = [
      await find('confirm', tokens(confirmed).confirm),
      await find('account', tokens(added).account),
      await find('address', tokens(completed).address),
      await find('pay', tokens(refunded).pay),
    ].map((reply) => [reply.statusCode, reply.json().code])
    expect(codes).toEqual([
      [409, 'confirmation_closed'],
      [409, 'order_has_account'],
      [409, 'address_complete'],
      [409, 'order_payment_closed'],
    ])
    expect(await read(tokens(confirmed).confirm)).toMatchObject({ purpose: 'confirm', orderStatus: 'Confirmed' })
  })
})

test('only a link that follows an order leads to other actions, and none shows a name or a street', async () => {
  const order = await deliver()
  for (const [purpose, token] of Object.entries(createTokens(order))) {
    const { body } = await open(token)
    expect(body, purpose).not.toMatch(/Asha|Lake Road|asha@|9876543210/)
    if (purpose !== 'track') expect(JSON.parse(body), purpose).not.toHaveProperty('tracking')
    if (purpose !== 'track') expect(JSON.parse(body).actions, purpose).toEqual([])
  }
  expect(Object.keys(await read(createTokens(order).pay)).toSorted()).toEqual(['actions', 'number', 'order', 'purpose'])
  expect(Object.keys(await read(createTokens(order).refund)).toSorted()).toEqual(['actions', 'number', 'purpose'])
})

test('an IP address opens at most 30 pages in ten minutes', async () => {
  const limited = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })
  const codes = []
  for (let count = 0; count < 31; count += 1)
    codes.push((await limited.request('POST', '/order/page', { body: { token: 'x' } })).statusCode)
  expect(codes).toEqual([...Array(30).fill(404), 429])
})
