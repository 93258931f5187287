import { expect, test } from 'vitest'
import { advance, payOrder, startReceiver, startSimulator, waitForWork } from './testing/start-simulator.ts'

const day = 24 * 3600

test('a dispute is contested, and lost when it is not answered in time, with an event for each step', async () => {
  const receiver = await startReceiver()
  const simulator = await startSimulator({ endpoints: [{ url: receiver.url, secret: null, events: [] }] })
  const { paymentId } = await payOrder({ simulator })
  await simulator.control({ path: 'endpoints', body: { url: receiver.url, secret: null } })
  const opened = await simulator.control({ path: `payments/${paymentId}/dispute`, body: { amount: 20_000, reason_code: 'fraud' } })
  expect(opened).toEqual({
    id: expect.stringMatching(/^disp_[A-Za-z0-9]{14}$/),
    entity: 'dispute',
    payment_id: paymentId,
    amount: 20_000,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'fraud',
    respond_by: Number(opened.created_at) + 3 * day,
    status: 'open',
    phase: 'chargeback',
    created_at: expect.any(Number),
  })
  expect(await simulator.client.disputes.fetch(String(opened.id))).toEqual(opened)
  for (const status of ['under_review', 'open']) await simulator.control({ path: `disputes/${opened.id}`, body: { status } })
  await advance({ simulator, seconds: 3 * day })
  expect(await simulator.client.disputes.fetch(String(opened.id))).toMatchObject({ status: 'lost', amount_deducted: 20_000 })
  await waitForWork({ simulator })
  expect(receiver.names()).toEqual([
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.action_required',
    'payment.dispute.lost',
  ])
  expect(receiver.received[0]?.event).toMatchObject({ contains: ['payment', 'dispute'], payload: { dispute: { entity: opened } } })
  const rejected = simulator.client.disputes.fetch('disp_AAAAAAAAAAAAAA')
  await expect(rejected).rejects.toMatchObject({ statusCode: 400, error: { description: 'The id provided does not exist' } })
})
