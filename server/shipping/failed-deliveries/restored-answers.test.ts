import { expect, test } from 'vitest'
import { startFailedDeliveries } from '#testing/failed-deliveries.ts'

const { failDelivery, tell, simulator, database } = await startFailedDeliveries()

test('an answer that a restored backup has as not sent is not sent again', async () => {
  const order = await failDelivery()
  await order.answer({ action: 'deliver again' })
  await tell()
  expect(order.attempt()?.answer).toMatchObject({ action: 're-attempt' })
  await database
    .updateTable('delivery_answers')
    .set({ state: 'requested', sent_at: null, tries: 0, due_at: new Date(0) })
    .where('reference', '=', order.reference)
    .execute()
  const calls = simulator.calls.length
  await tell()
  expect(simulator.calls.slice(calls).filter((path) => path.endsWith('/action'))).toEqual([])
  expect((await order.answers()).map(({ state }) => state)).toEqual(['sent'])
})
