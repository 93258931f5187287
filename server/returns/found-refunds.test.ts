import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { syncRefunds } from '../payments/refunds/process-refunds.ts'
import { compareWithProvider } from '../payments/settlement/captured-payments.ts'

const shop = await startPayingApp({ environment: taxedShop })
const { provider, gateway, gateways, request, database, trackingKey } = shop
const { cookies, issue } = await createTaxedOrders(shop)
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const { code } = returns

/** A received return of one piece of a card order of ₹1,598, whose refund is ₹699. */
async function receiveReturn() {
  const order = await returns.deliverCard()
  await issue()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  await returns.receive(id, 1)
  const payment = await database
    .selectFrom('payments')
    .select(['id', 'provider_payment_id as providerPaymentId'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const providerPaymentId = payment.providerPaymentId ?? ''
  /** The owner refunds in the provider's dashboard. */
  const pay = (rupees: number) => gateway.refund({ paymentId: providerPaymentId, amount: toPaise(rupees), key: randomUUID() })
  return {
    id,
    order,
    pay,
    /** the owner refunds in the provider's dashboard, and the webhook arrives */
    async refundInDashboard(rupees: number) {
      await pay(rupees)
      await syncRefunds({ database, gateway, paymentId: payment.id, providerPaymentId })
    },
    refunds: async () =>
      (await database.selectFrom('refunds').select('amount_paise').where('payment_id', '=', payment.id).execute()).map((row) =>
        Number(row.amount_paise),
      ),
    settle: (refund: number) => returns.admin(id, 'settle', { refund }),
    async answer(answer: string) {
      const [refund] = (await returns.read(id)).foundRefunds ?? []
      return returns.admin(id, `found-refunds/${refund?._id}`, { answer, note: 'Looked at the dashboard' })
    },
    documents: async () =>
      (
        await database
          .selectFrom('documents')
          .select(['kind', 'total_paise'])
          .where('order_id', '=', order.id)
          .orderBy('issued_at')
          .execute()
      ).map(({ kind, total_paise }) => [kind, Number(total_paise)]),
  }
}

test('a refund in the dashboard whose event has not arrived is asked about before a return is settled', async () => {
  const { id, settle, answer, refunds, pay } = await receiveReturn()
  await pay(699)
  expect(code(await settle(699))).toBe('return_refund_found')
  expect((await answer('this return')).statusCode).toBe(200)
  expect([(await returns.read(id)).state, await refunds()]).toEqual(['settled', [69_900]])
})

test('a refund of the dashboard settles its return, and nothing is refunded a second time', async () => {
  const returned = await receiveReturn()
  await returned.refundInDashboard(699)
  expect((await returns.read(returned.id)).foundRefunds).toMatchObject([{ amount: 699 }])
  expect(code(await returned.settle(699))).toBe('return_refund_found')

  expect((await returned.answer('this return')).json().return).toMatchObject({
    state: 'settled',
    refund: 699,
    amount: { goods: 799, fee: 100, refund: 699, online: 699, cash: 0 },
  })
  expect(await returned.refunds()).toEqual([69_900])
  expect(await returned.documents()).toEqual([
    ['invoice', 159_800],
    ['credit note', 69_900],
  ])
  expect(code(await returned.settle(699))).toBe('return_step_not_possible')
})

test('another amount than the expected one is what the return has paid back', async () => {
  const returned = await receiveReturn()
  await returned.refundInDashboard(799)
  expect((await returned.answer('this return')).json().return).toMatchObject({ state: 'settled', refund: 799, amount: { fee: 0 } })
  expect(await returned.refunds()).toEqual([79_900])
})

test('a refund for something else leaves the return to be paid back', async () => {
  const returned = await receiveReturn()
  await returned.refundInDashboard(50)
  expect(code(await returned.settle(699))).toBe('return_refund_found')
  expect((await returned.answer('something else')).json().return.foundRefunds).toBeUndefined()
  expect((await returned.settle(699)).statusCode).toBe(200)
  expect(await returned.refunds()).toEqual([5_000, 69_900])
})

test('a refund that only the comparison has found holds the return, and is answered there alone', async () => {
  const returned = await receiveReturn()
  const { providerPaymentId } = await database
    .selectFrom('payments')
    .select('provider_payment_id as providerPaymentId')
    .where('order_id', '=', returned.order.id)
    .executeTakeFirstOrThrow()
  await gateway.refund({ paymentId: providerPaymentId ?? '', amount: toPaise(699), key: randomUUID() })
  await compareWithProvider({ database, gateways, provider: 'razorpay' })
  expect(code(await returned.settle(699))).toBe('return_refund_found')
  const { mismatches } = (await request('GET', '/payments/mismatches', { cookies })).json()
  const [listed] = mismatches.filter(({ orderId }: { orderId: string }) => orderId === returned.order.id)
  const body = { kind: 'refund found', message: listed.message, note: 'Looked at it' }
  expect(code(await request('POST', `/payments/mismatches/${listed._id}/resolve`, { cookies, body }))).toBe('return_refund_open')

  expect((await returned.answer('this return')).json().return.state).toBe('settled')
  expect(await returned.refunds()).toEqual([69_900])
  expect((await request('GET', '/payments/mismatches', { cookies })).json().mismatches).toEqual([])
})

test('one refund answers one return, also of two requests at once', async () => {
  const returned = await receiveReturn()
  await returned.refundInDashboard(699)
  const answers = await Promise.all([returned.answer('this return'), returned.answer('something else')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(code(await returned.answer('this return'))).toMatch(/return_refund_gone|return_step_not_possible/)
})
