import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeRefundsDue, startCheckout } from '#testing/card-checkout.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { provider, gateway, control, request, database, admin } = await startPayingShop()

/** A paid order, and its refunds as the shopper sees them. */
async function payOrder() {
  const checkout = await startCheckout({ request, database, provider })
  const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
  const getRefunds = (cookies: Record<string, string>) => request('GET', `/order/${order._id}/refunds`, { cookies })
  return {
    getRefunds,
    refunds: async () => (await getRefunds(checkout.cookies)).json().refunds,
    refund: (amount: number, refunded: number) =>
      request('POST', `/order/admin/${order._id}/refund`, {
        cookies: admin.cookies,
        body: { amount, refunded, reason: 'Internal reason' },
      }),
    work: async (by = gateway) => {
      await makeRefundsDue({ database })
      await runPaymentMaintenance({ database, gateways: toGateways([by]) })
    },
    getProviderRefundId: async () =>
      (await database.selectFrom('refunds').select('provider_refund_id').orderBy('created_at', 'desc').executeTakeFirstOrThrow())
        .provider_refund_id,
  }
}

test('a shopper sees a refund on its way and then done, without the reason', async () => {
  const { refunds, refund, work, getProviderRefundId } = await payOrder()
  expect(await refunds()).toEqual([])
  await control('settings', { refund_processing: 'pending' })
  await refund(500, 0)
  await work()
  const pending = { _id: expect.any(String), amount: 500, state: 'on its way', askedAt: expect.any(String), settledAt: null }
  expect(await refunds()).toEqual([pending])
  await control(`refunds/${await getProviderRefundId()}/process`, {})
  await work()
  expect(await refunds()).toEqual([{ ...pending, state: 'done', settledAt: expect.any(String) }])
})

test('a failed refund and the one that replaces it are both listed', async () => {
  const { refunds, refund, work, getProviderRefundId } = await payOrder()
  await control('settings', { refund_processing: 'pending' })
  await refund(700, 0)
  await work()
  await control(`refunds/${await getProviderRefundId()}/fail`, {})
  await work()
  await control('settings', { refund_processing: 'processed' })
  await refund(700, 0)
  await work()
  expect(await refunds()).toMatchObject([
    { amount: 700, state: 'failed', settledAt: expect.any(String) },
    { amount: 700, state: 'done' },
  ])
})

test('only the shopper of an order sees its refunds', async () => {
  const { getRefunds } = await payOrder()
  const other = await signInShopper({ request })
  expect((await getRefunds(other.cookies)).statusCode).toBe(404)
  expect((await getRefunds({})).statusCode).toBe(401)
  expect((await getRefunds(admin.cookies)).statusCode).toBe(403)
  for (const id of [randomUUID(), 'nothing'])
    expect((await request('GET', `/order/${id}/refunds`, { cookies: other.cookies })).statusCode).toBe(404)
})

test('an unexpected error of one refund does not stop the others', async () => {
  const [bad, good] = [await payOrder(), await payOrder()]
  await control('settings', { refund_processing: 'processed' })
  await bad.refund(500, 0)
  await good.refund(500, 0)
  let calls = 0
  const refund: typeof gateway.refund = (options) => {
    calls += 1
    return calls === 1 ? Promise.reject(new TypeError('a bug')) : gateway.refund(options)
  }
  await expect(bad.work({ ...gateway, refund })).rejects.toThrow()
  expect([await bad.refunds(), await good.refunds()].map(([one]) => one.state).sort()).toEqual(['done', 'on its way'])
})
