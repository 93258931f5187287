import { describe, expect, test } from 'vitest'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { startRefunds } from '#testing/refunds.ts'
import { GatewayError } from '../provider/gateway.ts'

const { request, admin, database, control, payOrder, work, startSecondServer, listDiscrepancies } = await startRefunds()

describe.each([401, 408, 409, 429])('a provider that answers %d', (status) => {
  test('receives the refund again until it accepts, and refunds once', async () => {
    const { cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await cancel()
    await control('faults', { kind: 'status', status, path: '/refund', method: 'POST', times: 8 })
    await work({ times: 8 })
    expect(await refunds()).toMatchObject([{ status: 'asked' }])
    await work()
    expect(await refunds()).toMatchObject([{ status: 'processed' }])
    expect([await paymentStatus(), await providerRefunds()]).toEqual(['Refunded', [159_800]])
  })

  test('does not end a pending refund', async () => {
    const { cancel, refunds } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await cancel()
    await work({ times: 8 })
    await control('faults', { kind: 'status', status, path: '/refunds/', method: 'GET' })
    await work()
    expect(await refunds()).toMatchObject([{ status: 'pending' }])
  })
})

test('a rejected status query does not end a pending refund', async () => {
  const { cancel, refunds } = await payOrder()
  await control('settings', { refund_processing: 'pending' })
  await cancel()
  await work()
  await control('faults', { kind: 'status', status: 400, path: '/refunds/', method: 'GET', times: 8 })
  await work({ times: 8 })
  expect(await refunds()).toMatchObject([{ status: 'pending' }])
})

test('a rejected refund is retried for three days and listed from the sixth rejection on; missing answers do not count', async () => {
  const { cancel, refunds } = await payOrder()
  await cancel()
  await control('faults', { kind: 'drop', path: '/refund', method: 'POST', times: 8 })
  await work({ times: 8 })
  await control('settings', { refund_balance: 0 })
  await work({ times: 5 })
  expect([await refunds(), await listDiscrepancies()]).toMatchObject([[{ status: 'asked' }], []])
  await work({ times: 7 })
  expect([await refunds(), await listDiscrepancies()]).toMatchObject([[{ status: 'asked' }], [['refund rejected', 1598]]])
  const { next_attempt_at } = await database.selectFrom('refunds').select('next_attempt_at').executeTakeFirstOrThrow()
  expect(hoursFromNow(next_attempt_at)).toBe(6)
  const [listed] = (await request('GET', '/payments/mismatches', { cookies: admin })).json().mismatches
  expect(listed.message).toContain('Your account does not have enough balance to carry out the refund operation.')
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  await database.updateTable('refunds').set({ created_at: threeDaysAgo }).execute()
  await work()
  expect(await refunds()).toMatchObject([{ status: 'failed', settledAt: expect.any(String) }])
  expect(await listDiscrepancies()).toEqual([['refund failed', 1598]])
})

test('a refund that was rejected for low balance is sent when there is enough', async () => {
  const { cancel, refunds, paymentStatus } = await payOrder()
  await control('settings', { refund_balance: 0 })
  await cancel()
  await work({ times: 8 })
  await control('settings', { refund_balance: 200_000 })
  await work()
  expect([await refunds(), await listDiscrepancies(), await paymentStatus()]).toMatchObject([[{ status: 'processed' }], [], 'Refunded'])
})

test.each([
  ['processed', 'is rejected', 'processed'],
  ['pending', 'is rejected', 'pending'],
  ['processed', 'is answered late', 'processed'],
] as const)('after one server has recorded "%s", a second one whose request %s changes nothing', async (first, late, status) => {
  const { cancel, refunds, providerRefunds } = await payOrder()
  await cancel()
  await database.updateTable('refunds').set({ rejections: 5 }).where('status', '=', 'requested').execute()
  await control('settings', { refund_processing: first })
  const { second, answer } = await startSecondServer(() => {
    if (late === 'is rejected') throw new GatewayError({ kind: 'rejected', message: 'The payment has been fully refunded already' })
    return { id: 'rfnd_of_a_late_answer', status: 'pending', amount: 159_800 }
  })
  await work()
  const before = await refunds()
  expect(before).toMatchObject([{ status }])
  answer()
  await second
  expect(await refunds()).toEqual(before)
  expect(await providerRefunds()).toEqual([159_800])
})

describe('a failed refund is a discrepancy until its money is refunded', () => {
  test('of a cancelled order the whole payment is owed, after several refunds too', async () => {
    const { refund, cancel, settle, paymentStatus } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await refund(500, 0)
    await work()
    await cancel()
    await work()
    await settle(1098, 'process')
    await settle(500, 'fail')
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[['refund failed', 500]], 'Paid'])
    await refund(500, 1098)
    expect(await listDiscrepancies()).toEqual([])
    await work()
    await settle(500, 'process')
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('of a live order the requested amount is owed', async () => {
    const { refund, settle } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await refund(500, 0)
    await refund(300, 500)
    await work()
    await settle(500, 'fail')
    expect(await listDiscrepancies()).toEqual([['refund failed', 500]])
    await settle(300, 'fail')
    expect(await listDiscrepancies()).toEqual([['refund failed', 800]])
    await refund(500, 0)
    expect(await listDiscrepancies()).toEqual([['refund failed', 300]])
    await work()
    await settle(500, 'fail')
    await refund(800, 0)
    expect(await listDiscrepancies()).toEqual([])
  })
})
