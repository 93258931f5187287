import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { blockRefunds, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control } = provider
const { held, end } = blockRefunds(gateway)
const { request, database } = await createTestApp({ gateway: held })
afterAll(end)
const admin = await signInAdministrator({ request, database })

/** A paid order, its refunds as its shopper sees them, and the way to ask for one. */
async function payOrder() {
  const checkout = await startCheckout({ request, database, provider })
  const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
  const see = (cookies: Record<string, string>) => request('GET', `/order/${order._id}/refunds`, { cookies })
  return {
    see,
    refunds: async () => (await see(checkout.cookies)).json().refunds,
    sendBack: (amount: number, refunded: number) =>
      request('POST', `/order/admin/${order._id}/refund`, {
        cookies: admin.cookies,
        body: { amount, refunded, reason: 'A secret of ours' },
      }),
    /** everything is due now, as if its time had passed */
    work: async (by = gateway) => {
      await database
        .updateTable('refunds')
        .set({ next_attempt_at: new Date(0) })
        .execute()
      await runPaymentMaintenance({ database, gateway: by })
    },
    providerRefund: async () =>
      (await database.selectFrom('refunds').select('provider_refund_id').orderBy('created_at', 'desc').executeTakeFirstOrThrow())
        .provider_refund_id,
  }
}

test('a shopper sees what goes back, from on its way to done, without the reason', async () => {
  const { refunds, sendBack, work, providerRefund } = await payOrder()
  expect(await refunds()).toEqual([])
  await control('settings', { refund_processing: 'pending' })
  await sendBack(500, 0)
  await work()
  const asked = { _id: expect.any(String), amount: 500, state: 'on its way', askedAt: expect.any(String), settledAt: null }
  expect(await refunds()).toEqual([asked])
  await control(`refunds/${await providerRefund()}/process`, {})
  await work()
  expect(await refunds()).toEqual([{ ...asked, state: 'done', settledAt: expect.any(String) }])
})

test('a refund that the provider gives up has failed, and the next one stands beside it', async () => {
  const { refunds, sendBack, work, providerRefund } = await payOrder()
  await control('settings', { refund_processing: 'pending' })
  await sendBack(700, 0)
  await work()
  await control(`refunds/${await providerRefund()}/fail`, {})
  await work()
  await control('settings', { refund_processing: 'processed' })
  await sendBack(700, 0)
  await work()
  expect(await refunds()).toMatchObject([
    { amount: 700, state: 'failed', settledAt: expect.any(String) },
    { amount: 700, state: 'done' },
  ])
})

test("nobody sees another's refunds, nor those of no order", async () => {
  const { see } = await payOrder()
  const other = await signInShopper({ request })
  expect((await see(other.cookies)).statusCode).toBe(404)
  expect((await see({})).statusCode).toBe(401)
  expect((await see(admin.cookies)).statusCode).toBe(403)
  for (const id of [randomUUID(), 'nothing'])
    expect((await request('GET', `/order/${id}/refunds`, { cookies: other.cookies })).statusCode).toBe(404)
})

test('one that fails in a way nobody has thought of holds up no other', async () => {
  const [bad, good] = [await payOrder(), await payOrder()]
  await control('settings', { refund_processing: 'processed' })
  await bad.sendBack(500, 0)
  await good.sendBack(500, 0)
  let asked = 0
  const refund: typeof gateway.refund = (wish) => {
    asked += 1
    return asked === 1 ? Promise.reject(new TypeError('of our own')) : gateway.refund(wish)
  }
  await expect(bad.work({ ...gateway, refund })).rejects.toThrow()
  expect([await bad.refunds(), await good.refunds()].map(([one]) => one.state).sort()).toEqual(['done', 'on its way'])
})
