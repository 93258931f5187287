import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { toGateways } from '../provider/gateways.ts'
import { compareWithProvider } from './captured-payments.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, control, request, database, admin } = await startPayingShop()
const checkout = () => startCheckout({ request, database, provider })
const compare = async (by = gateway) => (await compareWithProvider({ database, gateways: toGateways([by]), provider: 'razorpay' })).payments
const listDiscrepancies = async () => (await request('GET', '/payments/mismatches', { cookies: admin.cookies })).json().mismatches

/** Makes a payment as old as this and due for a check, as if the time had passed. */
const age = ({ orderId }: { orderId: string }, days: number) =>
  database
    .updateTable('payments')
    .set({ created_at: sql<Date>`clock_timestamp() - make_interval(days => ${days})`, next_check_at: new Date(0) })
    .where('provider_order_id', '=', orderId)
    .execute()

test('a captured payment that is not checked any more becomes an order', async () => {
  const { orderId, pay, payment, orders } = await checkout()
  await age({ orderId }, 6)
  await runPaymentMaintenance({ database, gateways })
  expect((await payment()).next_check_at).toBeNull()
  const { payment: captured } = await pay()
  const found = await compare()
  const [order] = await orders()
  expect(order).toMatchObject({ paymentStatus: 'Paid', orderStatus: 'Placed' })
  expect(found).toEqual([{ id: captured.id, amount: 159_800, outcome: 'order', orderNumber: order.number }])
  expect(await compare()).toEqual([])
})

test('a payment is checked until the provider has answered after the last time at which it can succeed', async () => {
  const { orderId, pay, payment, orders } = await checkout()
  await pay()
  await age({ orderId }, 30)
  await control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
  await runPaymentMaintenance({ database, gateways })
  expect([await orders(), (await payment()).next_check_at]).toEqual([[], expect.any(Date)])
  await age({ orderId }, 30)
  await runPaymentMaintenance({ database, gateways })
  expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
})

test('a payment whose order the provider no longer knows is not checked for ever', async () => {
  const { orderId } = await checkout()
  await age({ orderId }, 30)
  const unknown = { provider_order_id: 'order_AAAAAAAAAAAAAA' }
  await database.updateTable('payments').set(unknown).where('provider_order_id', '=', orderId).execute()
  await runPaymentMaintenance({ database, gateways })
  const row = await database
    .selectFrom('payments')
    .select('next_check_at')
    .where('provider_order_id', '=', unknown.provider_order_id)
    .executeTakeFirst()
  expect(row).toEqual({ next_check_at: null })
})

test('payments that the shop knows are not fetched again', async () => {
  const paid = await checkout()
  await paid.verify((await paid.pay()).browser.response)
  const wrongAmount = await checkout()
  const changed = database.updateTable('payments').set({ amount_paise: 100_000 as never })
  await changed.where('provider_order_id', '=', wrongAmount.orderId).execute()
  await wrongAmount.verify((await wrongAmount.pay()).browser.response)
  const declined = await checkout()
  await declined.pay({ decision: 'failure' })
  const fetchPayments = vi.fn<typeof gateway.fetchPayments>(gateway.fetchPayments)
  expect(await compare({ ...gateway, fetchPayments })).toEqual([])
  expect(fetchPayments).not.toHaveBeenCalled()
})

test('payments after a restored backup are listed for an administrator, also more than one page of them', async () => {
  const { id: userId } = await database.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const captured: string[] = []
  for (let count = 0; count < 101; count += 1) {
    const { id } = await gateway.createOrder({ amount: 100 as never, receipt: `${userId.slice(0, 8)}-${count}` })
    captured.push((await control<{ payment: { id: string } }>('payments', { order_id: id })).payment.id)
  }
  const before = (await listDiscrepancies()).length
  const found = await compare()
  expect(found.map(({ id }) => id)).toEqual(captured.toReversed())
  expect(found[0]).toMatchObject({ amount: 100, outcome: 'review', orderNumber: null })
  const listed: { kind: string; paymentId: string }[] = await listDiscrepancies()
  expect(listed).toHaveLength(before + 101)
  expect(listed).toContainEqual(expect.objectContaining({ kind: 'paid, checkout unknown', paymentId: captured[0] }))
  expect(await compare()).toEqual([])
})

test('a second payment of one checkout is refunded', async () => {
  const { orderId, pay, verify, orders } = await checkout()
  await verify((await pay()).browser.response)
  const second = { ...(await gateway.fetchPayments(orderId))[0], id: 'pay_SecondPayment1' } as never
  const twice: typeof gateway = {
    ...gateway,
    fetchPayments: async () => [second],
    async *listPayments() {
      yield [{ ...(second as object), orderId } as never]
    },
  }
  expect(await compare(twice)).toMatchObject([{ id: 'pay_SecondPayment1', outcome: 'refund' }])
  expect(await orders()).toHaveLength(1)
  await database.deleteFrom('refunds').where('provider_payment_id', '=', 'pay_SecondPayment1').execute()
})

test('the comparison fails when the provider does not answer', async () => {
  await control('faults', { kind: 'status', status: 503, path: '/v1/payments?', method: 'GET' })
  await expect(compare()).rejects.toThrow('Razorpay GET /payments')
})
