import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { advance, createClient, payOrder, startSimulator } from './testing/start-simulator.ts'

async function createStateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'razorpay-simulator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('orders, payments, refunds and disputes survive a restart, and what they wait for goes on', async () => {
  const stateFile = await createStateFile()
  const before = await startSimulator({ stateFile })
  const key = { url: before.url, headers: { 'X-Refund-Idempotency': 'refund-order-0003' } }
  const { orderId, paymentId } = await payOrder({ simulator: before })
  const refund = await createClient(key).payments.refund(paymentId, { amount: 1000 })
  const dispute = await before.control({ path: `payments/${paymentId}/dispute`, body: {} })
  const open = await before.client.orders.create({ amount: 5000, currency: 'INR' })
  await before.control({ path: 'payments', body: { order_id: open.id, decision: 'none' } })

  const after = await startSimulator({ stateFile })
  expect(await after.client.orders.fetchPayments(orderId)).toEqual(await before.client.orders.fetchPayments(orderId))
  expect(await createClient({ ...key, url: after.url }).payments.refund(paymentId, { amount: 1000 })).toEqual(refund)
  expect(await after.client.disputes.fetch(String(dispute.id))).toEqual(dispute)
  await advance({ simulator: after, seconds: 4 * 24 * 3600 })
  expect(await after.client.refunds.fetch(refund.id)).toMatchObject({ status: 'processed' })
  expect(await after.client.disputes.fetch(String(dispute.id))).toMatchObject({ status: 'lost' })
  expect((await after.client.orders.fetchPayments(open.id)).items).toMatchObject([{ status: 'failed' }])

  const restarted = await startSimulator({ stateFile })
  expect(await restarted.client.refunds.fetch(refund.id)).toMatchObject({ status: 'processed' })
})

test('the file is private and has no card number; one that cannot be read is replaced', async () => {
  const stateFile = await createStateFile()
  await writeFile(stateFile, '{')
  const simulator = await startSimulator({ stateFile })
  expect(console.error).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockClear()
  await rm(stateFile)
  const { orderId } = await payOrder({ simulator })
  const content = await readFile(stateFile, 'utf8')
  expect([content.includes(orderId), content.includes('41002800'), (await stat(stateFile)).mode & 0o777]).toEqual([true, false, 0o600])
})
