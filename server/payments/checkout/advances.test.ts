import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { makeRefundsDue, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { requireStatus } from '#testing/require-status.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { toDefaultSettings } from '../../shop-settings/default-settings.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const shop = await startPayingShop()
const { provider, gateways, request, database, settings, cookies } = shop

/** The rule of all PIN codes. */
async function setRule(rule: { cod: 'yes' | 'advance' | 'no'; advance?: number; deliver?: boolean } | undefined) {
  await sql`delete from delivery_rules`.execute(database)
  if (!rule) return
  const advance_paise = rule.advance === undefined ? null : toPaise(rule.advance)
  const row = { prefix: '', deliver: rule.deliver ?? true, cod: rule.cod, advance_paise, days_from: null, days_to: null, changed_by: null }
  await database.insertInto('delivery_rules').values(row).execute()
}
beforeEach(async () => {
  await database.deleteFrom('limits').execute()
  await setRule({ cod: 'advance', advance: 100 })
})

/** Settings of policies that are published. */
async function publishPolicies(change: object) {
  const { version } = (await request('GET', '/settings', { cookies })).json().groups.policies
  const saved = await request('PATCH', '/settings/policies', {
    cookies,
    body: { version, value: { ...toDefaultSettings(settings).policies, ...change } },
  })
  await request('POST', '/settings/policies/publish', { cookies, body: { version: saved.json().state.version } })
}

const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
}
const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const readParts = async (id: string) => (await request('GET', `/order/admin/${id}/payment`, { cookies })).json()
const refund = (id: string, body: object) => request('POST', `/order/admin/${id}/refund`, { cookies, body: { reason: 'Test', ...body } })
async function transition(id: string, ...statuses: string[]) {
  for (const to of statuses) {
    const reply = await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
    requireStatus(reply, 200)
  }
}

/** A guest's order of ₹1,598 with an advance of ₹100. */
async function placeWithAdvance() {
  const checkout = await startGuestCheckout({ request, database, provider, payment: 'advance' })
  const { browser, payment } = await checkout.pay()
  const verified = await checkout.verify(browser.response)
  return { ...checkout, verified, browser, paymentId: payment.id, id: verified.json().order._id as string }
}

describe('a payment of an advance', () => {
  test('takes the advance from a guest, and the courier collects the rest', async () => {
    const { opened, orderId, verified, verify, browser, id, stock, email, outcome } = await placeWithAdvance()
    expect(opened.json()).toMatchObject({ amount: 10_000, collect: 1498 })
    const amounts = { amountPaid: 100, advance: 100, cashOndelivery: 1498, totalPrice: 1598 }
    expect(verified.json().order).toMatchObject({ ...amounts, paymentStatus: 'Pending', orderStatus: 'Placed' })
    const order = await read(id)
    expect(order).toMatchObject({ kind: 'guest', flags: [], ...amounts })
    expect(order.events.map(({ event }) => event)).toEqual(['Placed', 'Advance paid'])
    expect(await stock()).toBe(8)
    const mail = (await collectMails(shop)).find(({ to }) => to.address === email)
    expect(mail?.text).toMatch(/₹100 paid online, ₹1,498 to the courier.*keep ₹1,498 ready/s)
    await sendWebhook({ request, orderId })
    await transition(id, 'Confirmed')
    expect((await verify(browser.response)).json()).toEqual(verified.json())
    expect(await outcome()).toMatchObject({ status: 'paid', order: amounts })
  })

  test('takes it from a shopper, whose order is one on delivery', async () => {
    const checkout = await startCheckout({ request, database, provider, share: 'advance' })
    expect(checkout.amount).toBe(10_000)
    const { browser } = await checkout.pay()
    expect((await checkout.verify(browser.response)).json().order).toMatchObject({ amountPaid: 100, cashOndelivery: 1498 })
    expect([await checkout.orders(), await checkout.cart(), await checkout.stock()]).toEqual([[], [], 8])
    const { codorder } = (await request('GET', '/cod/codOrder', { cookies: checkout.cookies })).json()
    expect(codorder).toMatchObject([{ amountPaid: 100, advance: 100, cashOndelivery: 1498, paymentStatus: 'Pending' }])
  })

  test('is one of its own beside a full payment of the same items', async () => {
    const checkout = await startGuestCheckout({ request, database, provider, payment: 'advance' })
    const device = checkout.opened.cookies.find(({ name }) => name === 'device')
    const same = { cookies: { device: device?.value ?? '' } }
    expect((await checkout.open(same)).json()).toMatchObject({ id: checkout.orderId, amount: 10_000 })
    const full = (await checkout.open({ ...same, body: { payment: 'full' } })).json()
    expect([full.amount, full.collect, full.id === checkout.orderId]).toEqual([159_800, undefined, false])
    // The first one that is paid ends the other.
    const { browser } = await checkout.pay()
    await checkout.verify(browser.response)
    await provider.control('payments', { order_id: full.id })
    await sendWebhook({ request, orderId: full.id })
    await work()
    expect([(await checkout.orders()).length, await checkout.stock()]).toEqual([1, 8])
    const superseded = await database.selectFrom('payments').select('void_reason').where('provider_order_id', '=', full.id).execute()
    expect(superseded).toEqual([{ void_reason: 'superseded' }])
  })

  test.each([
    ['without a rule', undefined, 100, 'advance_changed'],
    ['where cash is taken without one', { cod: 'yes' }, 100, 'advance_changed'],
    ['where no cash is taken', { cod: 'no' }, 100, 'cod_not_offered'],
    ['where nothing is delivered', { cod: 'advance', advance: 100, deliver: false }, 100, 'not_delivered'],
    ['when it is another one than was shown', { cod: 'advance', advance: 150 }, 100, 'advance_changed'],
    ['when it is as large as the order', { cod: 'advance', advance: 1598 }, 1598, 'cod_not_offered'],
  ] as const)('is refused %s, and holds nothing', async (_case, rule, advance, code) => {
    await setRule(rule)
    const guest = await startGuestCheckout({ request, database, provider, payment: 'full' })
    const before = await guest.stock()
    const reply = await guest.open({ body: { payment: 'advance', advance } })
    expect([reply.statusCode, reply.json().code, await guest.stock()]).toEqual([409, code, before])
  })

  test('that comes when the items are gone is refunded', async () => {
    const checkout = await startGuestCheckout({ request, database, provider, payment: 'advance' })
    await database
      .updateTable('payments')
      .set({ hold_ends_at: new Date(0), next_check_at: new Date(0) })
      .execute()
    await sql`update payments set hold_released_at = now() where provider_order_id = ${checkout.orderId}`.execute(database)
    await sql`update products set stock = 0 where id = ${checkout.tee.id}`.execute(database)
    const { payment } = await checkout.pay()
    expect((await checkout.outcome()).status).toBe('refunded')
    await work()
    const [order] = await checkout.orders()
    expect(order).toMatchObject({ status: 'Cancelled', payment_status: 'Refunded', paid_paise: 10_000, refunded_paise: 10_000 })
    expect((await readParts(order?.id ?? '')).payment).toMatchObject({ paymentId: payment.id, amount: 100, refunded: 100 })
  })
})

describe('an order with an advance', () => {
  test('is paid in full when it is delivered, and is not when that is undone', async () => {
    const { id } = await placeWithAdvance()
    await transition(id, 'Confirmed', 'Packed', 'Shipped')
    const [printed] = (await request('POST', '/order/admin/print', { cookies, body: { numbers: [(await read(id)).number] } })).json().orders
    expect(printed.toCollect).toBe(1498)
    await transition(id, 'Delivered')
    expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountPaid: 1598, cashOndelivery: 1498 })
    const { version } = await read(id)
    expect((await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version } })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ orderStatus: 'Shipped', paymentStatus: 'Pending', amountPaid: 100 })
  })

  test('has its advance back when it is cancelled before it is packed, unless that is undone', async () => {
    const { id, stock, paymentId } = await placeWithAdvance()
    await transition(id, 'Cancelled')
    const { amountRefunded, version, number, deliveryAddress } = await read(id)
    const tracked = (await request('POST', '/order/track', { body: { number, phone: deliveryAddress.phone } })).json()
    expect([amountRefunded, tracked.amountRefunded]).toEqual([100, 100])
    await request('POST', `/order/admin/${id}/undo`, { cookies, body: { version } })
    expect([await read(id), await stock()]).toMatchObject([{ orderStatus: 'Placed', amountRefunded: 0 }, 8])
    await transition(id, 'Cancelled')
    await work()
    expect([await read(id), await stock()]).toMatchObject([{ paymentStatus: 'Refunded', amountPaid: 100, amountRefunded: 100 }, 10])
    const refunds = await database
      .selectFrom('refunds')
      .select(['amount_paise', 'status'])
      .where('provider_payment_id', '=', paymentId)
      .execute()
    expect(refunds).toEqual([{ amount_paise: 10_000, status: 'processed' }])
  })

  test.each(['refunded', 'kept'] as const)(
    'whose parcel is refused has its advance %s, as the policies said before it was paid',
    async (said) => {
      await publishPolicies({ refusedAdvance: said })
      const { id } = await placeWithAdvance()
      await publishPolicies({ refusedAdvance: said === 'kept' ? 'refunded' : 'kept' })
      await transition(id, 'Confirmed', 'Packed', 'Shipped', 'Refused')
      await work()
      const isRefunded = said === 'refunded'
      const expected = { paymentStatus: isRefunded ? 'Refunded' : 'Pending', amountPaid: 100, amountRefunded: isRefunded ? 100 : 0 }
      expect(await read(id)).toMatchObject(expected)
      await publishPolicies({ refusedAdvance: 'refunded' })
    },
  )

  test('has less to collect when items are removed, and a refund when that is not enough', async () => {
    await setRule({ cod: 'advance', advance: 1000 })
    const { id } = await placeWithAdvance()
    expect(await read(id)).toMatchObject({ amountPaid: 1000, cashOndelivery: 598 })
    const { version } = await read(id)
    const reply = await request('POST', `/order/admin/${id}/remove`, { cookies, body: { line: 1, quantity: 1, version } })
    expect(reply.statusCode).toBe(200)
    // With nothing to collect it is a prepaid order.
    const expected = { kind: 'card', paymentStatus: 'Paid', amountPaid: 1000, amountRefunded: 201, cashOndelivery: 0, totalPrice: 799 }
    expect(await read(id)).toMatchObject(expected)
    await work()
    expect(await read(id)).toMatchObject(expected)
  })

  test('refunds each part where it was paid, and never more than the part', async () => {
    const { id } = await placeWithAdvance()
    expect((await refund(id, { part: 'cash', amount: 50, refunded: 0 })).json().code).toBe('refund_not_possible')
    await transition(id, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
    expect(await readParts(id)).toMatchObject({
      payment: { amount: 100, refunded: 0 },
      cash: { paymentId: null, amount: 1498, refunded: 0 },
    })
    expect((await refund(id, { part: 'online', amount: 101, refunded: 0 })).json().code).toBe('refund_too_large')
    expect((await refund(id, { part: 'cash', amount: 1499, refunded: 0 })).json().code).toBe('refund_too_large')
    expect((await refund(id, { part: 'cash', amount: 1498, refunded: 0 })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountRefunded: 1498 })
    expect((await refund(id, { part: 'cash', refunded: 1498 })).json().code).toBe('refund_too_large')
    expect((await refund(id, { part: 'online', refunded: 0 })).statusCode).toBe(200)
    await work()
    expect(await read(id)).toMatchObject({ paymentStatus: 'Refunded', amountPaid: 1598, amountRefunded: 1598 })
  })

  test('is packed although its advance was refunded, because the courier collects the rest', async () => {
    const { id } = await placeWithAdvance()
    expect((await refund(id, { amount: 100, refunded: 0 })).statusCode).toBe(200)
    await work()
    await transition(id, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
    expect(await read(id)).toMatchObject({ paymentStatus: 'Paid', amountPaid: 1598, amountRefunded: 100 })
  })
})
