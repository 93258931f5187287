import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { makeCheckDue, startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { provider, gateway, gateways, control, request, database, admin } = await startPayingShop()
const { cookies } = admin
const work = () => runPaymentMaintenance({ database, gateways })

const read = async () => (await request('GET', '/payments/mismatches', { cookies })).json()
const list = async (): Promise<Discrepancy[]> => (await read()).mismatches
const resolve = ({ _id, kind, message }: Discrepancy, note = 'Refunded by bank transfer') =>
  request('POST', `/payments/mismatches/${_id}/resolve`, { cookies, body: { kind, message, note } })

beforeEach(async () => {
  await database.updateTable('payments').set({ discrepancy: null }).execute()
  await database.deleteFrom('disputes').execute()
  await database.deleteFrom('resolved_discrepancies').execute()
})

/** A payment of another amount than requested. */
async function payAnotherAmount() {
  const checkout = await startCheckout({ request, database, provider })
  const { orderId } = checkout
  await database
    .updateTable('payments')
    .set({ amount_paise: 100_000 as never })
    .where('provider_order_id', '=', orderId)
    .execute()
  const { browser, payment } = await checkout.pay()
  expect((await checkout.verify(browser.response)).statusCode).toBe(409)
  const [listed] = await list()
  if (!listed) throw new Error('The payment is not listed.')
  return { ...checkout, listed, paymentId: payment.id }
}

describe('a payment that an administrator has resolved', () => {
  test('is not listed any more, and its note is kept', async () => {
    const { listed } = await payAnotherAmount()
    const reply = await resolve(listed, '  Refunded by bank transfer ')
    const expected = {
      mismatches: [],
      resolved: [{ ...listed, note: 'Refunded by bank transfer', resolvedBy: admin.name, resolvedAt: expect.any(String) }],
    }
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Marked as resolved', ...expected }])
    expect(await read()).toEqual(expected)
    expect((await request('GET', '/order/admin/notifications', { cookies })).json().payments ?? 0).toBe(0)
  })

  test('is resolved once, also when two administrators do it at once', async () => {
    const { listed } = await payAnotherAmount()
    const replies = await Promise.all([1, 2, 3].map(() => resolve(listed)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
    expect((await read()).resolved).toHaveLength(1)
    expect((await resolve(listed)).json()).toMatchObject({ code: 'discrepancy_gone' })
  })

  test('is listed again when it changes', async () => {
    const { listed, orderId } = await payAnotherAmount()
    await resolve(listed)
    await database.updateTable('payments').set({ discrepancy: 'paid again' }).where('provider_order_id', '=', orderId).execute()
    expect(await list()).toMatchObject([{ _id: listed._id, message: expect.stringContaining('paid again') }])
    expect((await resolve(listed)).statusCode).toBe(409)
  })

  test.each([{ note: ' ' }, { note: undefined }, { note: 'x'.repeat(501) }, { kind: 'nothing' }, { message: undefined }])(
    'needs a note, a kind and its message: %o',
    async (wrong) => {
      const { listed } = await payAnotherAmount()
      const body = { kind: listed.kind, message: listed.message, note: 'Done', ...wrong }
      expect((await request('POST', `/payments/mismatches/${listed._id}/resolve`, { cookies, body })).statusCode).toBe(400)
    },
  )

  test('is resolved by the older name of its message, which the new one overrides', async () => {
    const { listed } = await payAnotherAmount()
    const { _id, kind, words } = listed
    expect(words).toBe(listed.message)
    const send = (body: object) =>
      request('POST', `/payments/mismatches/${_id}/resolve`, { cookies, body: { kind, note: 'Done', ...body } })
    expect((await send({ words, message: 'Another message' })).statusCode).toBe(409)
    expect((await send({ words })).json().resolved[0]).toMatchObject({ _id, message: words, words })
    // As the previous version stores it.
    await sql`update resolved_discrepancies set discrepancy = discrepancy - 'message' where subject_id = ${_id}`.execute(database)
    expect((await read()).resolved[0]).toMatchObject({ _id, message: words, words })
  })

  test('is resolved by administrators only', async () => {
    const { listed } = await payAnotherAmount()
    const { kind, message, _id } = listed
    const call = { body: { kind, message, note: 'Done' } }
    const shopper = await signInShopper({ request })
    expect((await request('POST', `/payments/mismatches/${_id}/resolve`, call)).statusCode).toBe(401)
    expect((await request('POST', `/payments/mismatches/${_id}/resolve`, { ...call, cookies: shopper.cookies })).statusCode).toBe(403)
    expect((await request('POST', `/payments/mismatches/${randomUUID()}/resolve`, { ...call, cookies })).statusCode).toBe(409)
    expect(await list()).toHaveLength(1)
  })
})

test('a payment of another amount is not listed any more when it is refunded', async () => {
  const { paymentId, amount, orderId } = await payAnotherAmount()
  await gateway.refund({ paymentId, amount: amount as never, key: randomUUID() })
  await makeCheckDue({ database, orderId })
  await work()
  expect(await list()).toEqual([])
})

test('a payment of another amount says when its order was placed with another one', async () => {
  const { orderId, listed, tee } = await payAnotherAmount()
  expect(listed.message).toContain('No order was placed.')
  const placed = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'M' }]) })
  await database.updateTable('payments').set({ order_id: placed.json().order._id }).where('provider_order_id', '=', orderId).execute()
  expect((await list()).map(({ message }) => message)).toEqual([expect.stringContaining('The order was placed with another payment.')])
})

describe('a dispute', () => {
  /** A paid order whose payment the bank disputes. `report`: sends the simulator's last event. */
  async function dispute() {
    const checkout = await startCheckout({ request, database, provider })
    const { browser, payment } = await checkout.pay()
    const { order } = (await checkout.verify(browser.response)).json()
    const { id } = await control<{ id: string }>(`payments/${payment.id}/dispute`, { amount: 50_000 })
    const report = async () => {
      const { items } = await control<{ items: { id: string; body: object }[] }>('events')
      const body = JSON.stringify(items.at(-1)?.body)
      const signature = createHmac('sha256', provider.webhookSecret).update(body).digest('hex')
      const eventId = items.at(-1)?.id ?? ''
      const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
      expect((await request('POST', '/payments/razorpay/webhook', { body, headers })).statusCode).toBe(200)
      await work()
    }
    const transition = async (status: string) => {
      await control(`disputes/${id}`, { status })
      await report()
    }
    await report()
    return { id, payment, orderId: order._id as string, transition, report }
  }

  test('is listed until it is answered, and again when it is lost', async () => {
    const { payment, orderId, transition, report } = await dispute()
    await report()
    expect(await list()).toMatchObject([
      {
        kind: 'disputed',
        amount: 500,
        paymentId: payment.id,
        orderId,
        shopper: { name: 'Asha Rao' },
        message: expect.stringMatching(/by \d+ \w{3} \d{4}, \d\d:\d\d, or/),
      },
    ])
    await transition('under_review')
    expect(await list()).toEqual([])
    await transition('open')
    expect(await list()).toMatchObject([{ kind: 'disputed' }])
    await transition('lost')
    const [lost] = await list()
    expect(lost?.message).toContain('The bank decided the dispute about this payment for the shopper')
    if (lost) await resolve(lost, 'Accepted')
    expect(await list()).toEqual([])
  })

  test.each(['won', 'closed'])('that is %s is not listed', async (status) => {
    const { transition } = await dispute()
    await transition(status)
    expect(await list()).toEqual([])
  })

  test('is what the provider says, not the message', async () => {
    const { id, report } = await dispute()
    await control('faults', { kind: 'drop', path: '/disputes/', method: 'GET' })
    await control(`disputes/${id}`, { status: 'won' })
    await report()
    expect(await list()).toMatchObject([{ kind: 'disputed' }])
    await database
      .updateTable('disputes')
      .set({ next_check_at: new Date(0) })
      .execute()
    await work()
    expect(await list()).toEqual([])
  })

  test('that the provider does not know is fetched six times', async () => {
    await dispute()
    const unknown = { provider_dispute_id: 'disp_AAAAAAAAAAAAAA', provider_payment_id: null, status: null }
    await database.updateTable('disputes').set(unknown).execute()
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await database
        .updateTable('disputes')
        .set({ next_check_at: new Date(0) })
        .execute()
      await work()
    }
    expect([await database.selectFrom('disputes').select('next_check_at').execute(), await list()]).toEqual([[{ next_check_at: null }], []])
  })
})
