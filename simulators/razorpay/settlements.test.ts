import { expect, test } from 'vitest'
import { advance, buildBasicAuth, DEMO_KEY, payOrder, startSimulator } from './testing/start-simulator.ts'

const DAY_SECONDS = 86_400

test('a payment and its refund are in the settlement of the second day, and not before', async () => {
  const simulator = await startSimulator({ settings: { refundProcessing: 'processed' } })
  const { paymentId } = await payOrder({ simulator })
  const refund = await simulator.client.payments.refund(paymentId, { amount: 100_000 })
  const settledOn = new Date((Number(refund.created_at) + 2 * DAY_SECONDS + 19_800) * 1_000)
  const list = async (query = '') => {
    const [year, month, day] = [settledOn.getUTCFullYear(), settledOn.getUTCMonth() + 1, settledOn.getUTCDate()]
    const path = `/v1/settlements/recon/combined?year=${year}&month=${month}&day=${day}${query}`
    const { body } = await simulator.send({ path, headers: { authorization: buildBasicAuth(DEMO_KEY) } })
    return body as { count: number; items: Record<string, unknown>[] }
  }
  expect((await list()).count).toBe(0)
  await advance({ simulator, seconds: 2 * DAY_SECONDS })
  const { items } = await list()
  expect(items).toMatchObject([
    { entity_id: paymentId, type: 'payment', amount: 500_000, fee: 11_800, tax: 1_800, credit: 488_200, debit: 0, settled: true },
    { entity_id: refund.id, type: 'refund', amount: 100_000, fee: 0, credit: 0, debit: 100_000, payment_id: paymentId },
  ])
  expect(new Set(items.map(({ settlement_utr }) => settlement_utr)).size).toBe(1)
  expect((await list('&count=1&skip=1')).items.map(({ entity_id }) => entity_id)).toEqual([refund.id])
  expect(await list('&count=1001')).toMatchObject({ error: { field: 'count' } })
})
