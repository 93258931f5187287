import { describe, expect, test } from 'vitest'
import { startRefunds } from '#testing/refunds.ts'

const { database, control, payOrder, work, startSecondServer, listDiscrepancies } = await startRefunds()

describe("a refund in the provider's dashboard", () => {
  const madeInDashboard = { reason: "refunded in the provider's dashboard", askedBy: null, status: 'processed' }

  test('is found when the shop requests too much, and the rest is refunded', async () => {
    const { refundInDashboard, cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(500)
    await cancel()
    const [requested] = await refunds()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { ...madeInDashboard, amount: 500 },
      { amount: 1098, reason: 'cancelled', status: 'processed' },
    ])
    const { replaced_by, ...refund } = await database
      .selectFrom('refunds')
      .select(['status', 'amount_paise', 'replaced_by'])
      .where('id', '=', requested._id)
      .executeTakeFirstOrThrow()
    expect([refund, replaced_by]).toEqual([{ status: 'failed', amount_paise: 159_800 }, (await refunds())[1]._id])
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [50_000, 109_800], []])
  })

  test('is found by one of two servers, and a late answer to the other changes nothing', async () => {
    const { refundInDashboard, cancel, refunds, providerRefunds } = await payOrder()
    await cancel()
    const { second, answer } = await startSecondServer(() => ({ id: 'rfnd_of_a_late_answer', status: 'processed', amount: 159_800 }))
    await refundInDashboard(500)
    await work({ times: 2 })
    const before = await refunds()
    answer()
    await second
    expect(await refunds()).toEqual(before)
    expect(await providerRefunds()).toEqual([50_000, 109_800])
  })

  test('leaves nothing to refund when it was the whole amount', async () => {
    const { refundInDashboard, cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(1598)
    await cancel()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([{ status: 'failed' }, { ...madeInDashboard, amount: 1598 }])
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [159_800], []])
  })

  test('may leave less than the smallest refund, which stays', async () => {
    const { refundInDashboard, cancel, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(1597.5)
    await cancel()
    await work({ times: 2 })
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [159_750], []])
  })

  test('makes no discrepancy of a partial refund that was rejected', async () => {
    const { refundInDashboard, refund, refunds } = await payOrder()
    await refund(500, 0)
    await refundInDashboard(1598)
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { amount: 500, status: 'failed' },
      { ...madeInDashboard, amount: 1598 },
    ])
    expect(await listDiscrepancies()).toEqual([])
  })

  test('is found through its webhook, and only the rest is refunded', async () => {
    const { refundInDashboard, receiveWebhook, cancel, refunds, paymentStatus } = await payOrder()
    await refundInDashboard(500)
    await receiveWebhook()
    await receiveWebhook()
    expect(await refunds()).toMatchObject([{ ...madeInDashboard, amount: 500 }])
    await cancel()
    await work()
    expect(await refunds()).toMatchObject([{ amount: 500 }, { amount: 1098, status: 'processed' }])
    expect(await paymentStatus()).toBe('Refunded')
  })

  test('ends the discrepancy of the failed refund', async () => {
    const { cancel, refundInDashboard, receiveWebhook, paymentStatus } = await payOrder()
    await control('settings', { refund_balance: 0 })
    await cancel()
    await work({ times: 6 })
    expect(await listDiscrepancies()).toEqual([['refund rejected', 1598]])
    await control('settings', { refund_balance: null })
    await refundInDashboard(1598)
    await receiveWebhook()
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('is told apart from a refund of the shop whose answer was lost', async () => {
    const { cancel, receiveWebhook, refunds, providerRefunds } = await payOrder()
    await cancel()
    await control('faults', { kind: 'drop', when: 'after', path: '/refund', method: 'POST' })
    await work()
    await control('faults', { kind: 'drop', path: '/refund', method: 'POST' })
    await receiveWebhook()
    expect(await refunds()).toMatchObject([{ amount: 1598, reason: 'cancelled', status: 'processed' }])
    expect(await providerRefunds()).toEqual([159_800])
  })
})
