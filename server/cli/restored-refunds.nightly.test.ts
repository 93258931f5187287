import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { makeRefundsDue, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createCommandRunner } from '#testing/run-command.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { runPaymentMaintenance } from '../payments/settlement/run-payment-maintenance.ts'

const provider = await startProvider()
const folder = mkdtempSync(join(tmpdir(), 'restored-refunds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { gateways } = provider
const shop = await createTestApp({ gateways })
/** The shop after its backup was restored. */
const restored = await createTestApp({ gateways })
const { cookies } = await signInAdministrator(shop)
const file = join(folder, 'shop.tar.gz')

const run = createCommandRunner({ provider, folder })

/** A paid card order of two pieces for ₹1,598, confirmed. */
async function payOrder() {
  const { pay, verify } = await startCheckout({ ...shop, provider })
  const { payment, browser } = await pay()
  const { order } = (await verify(browser.response)).json()
  await shop.request('POST', `/order/admin/${order._id}/move`, { cookies, body: { to: 'Confirmed' } })
  return { id: order._id as string, number: order.number as string, paymentId: payment.id }
}

const work = async ({ database }: TestApp) => {
  for (const _ of [1, 2]) {
    await makeRefundsDue({ database })
    await runPaymentMaintenance({ database, gateways })
  }
}
const refund = (id: string, body: object) =>
  shop.request('POST', `/order/admin/${id}/refund`, { cookies, body: { refunded: 0, reason: 'Returned', ...body } })
const readRestored = async (id: string) => (await restored.request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const move = async (to: string, ...ids: string[]) => {
  const orders = await Promise.all(ids.map(async (id) => ({ _id: id, version: (await readRestored(id)).version })))
  return (await restored.request('POST', '/order/admin/moves', { cookies, body: { to, orders } })).json().answers
}

test('what was paid back after the backup is not shipped from the restored shop', { timeout: 120_000 }, async () => {
  const [untouched, whole, part, older] = [await payOrder(), await payOrder(), await payOrder(), await payOrder()]
  await refund(older.id, { amount: 100 })
  await work(shop)
  await run('backup', shop, file)
  await refund(whole.id, {})
  await refund(part.id, { amount: 799 })
  await work(shop)

  const printed = await run('restore', restored, file, '--replace')
  expect(printed).toContain('All payments that were captured since then are in the shop.')
  expect(printed).toContain('Refunds that were missing: 2\n')
  expect(printed).toContain(`  ${whole.paymentId}  ₹1,598  ${whole.number}  refunded in full, its order is not shipped\n`)
  expect(printed).toContain(`  ${part.paymentId}  ₹799  ${part.number}  needs a review before its order is packed or shipped\n`)
  await work(restored)
  expect([await readRestored(whole.id), await readRestored(part.id), await readRestored(older.id)]).toMatchObject([
    { orderStatus: 'Confirmed', paymentStatus: 'Refunded', amountRefunded: 1_598 },
    { orderStatus: 'Confirmed', paymentStatus: 'Paid', amountRefunded: 799 },
    { orderStatus: 'Confirmed', paymentStatus: 'Paid', amountRefunded: 100 },
  ])

  const answers = await move('Packed', untouched.id, whole.id, part.id, older.id)
  expect(answers.map(({ result }: { result: string }) => result)).toEqual(['moved', 'refused', 'refused', 'moved'])
  const listed: Discrepancy[] = (await restored.request('GET', '/payments/mismatches', { cookies })).json().mismatches
  expect(listed.toSorted((one, other) => other.amount - one.amount)).toMatchObject([
    { kind: 'refund found', orderId: whole.id, amount: 1_598, message: expect.stringContaining('refunded in full') },
    { kind: 'refund found', orderId: part.id, amount: 799, message: expect.stringContaining('until this is marked as resolved') },
  ])
})
