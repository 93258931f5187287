import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { completeReturn } from './complete-return.ts'
import { receiveReturn } from './receive-return.ts'
import { transitionReturn } from './transition-return.ts'

const {
  provider,
  request,
  database,
  trackingKey,
  cookies,
  admin: { _id: actorId },
} = await startPayingShop()
const shop = createReturns({ request, database, trackingKey, provider, cookies })

const isLock = (statement: string) => / for update$/.test(statement)

test('a return locks its rows once at each step, and its settlement reads each of them once', async () => {
  const order = await shop.deliverCard()
  const id = (await order.ask([{ line: 1, quantity: 1, reason: 'too small' }], 699)).json().return._id as string
  const capture = async (work: (version: number) => Promise<void>) => {
    const { version } = await shop.read(id)
    return captureQueries(() => work(version))
  }
  const accepted = await capture((version) =>
    transitionReturn({ database, move: { id, version, to: 'accepted', handover: 'send', actor: 'admin', actorId } }),
  )
  const lines = [{ line: 1, seen: { new: 1, worn: 0, faulty: 0, missing: 0 }, restock: 1, refund: 1 }]
  const received = await capture((version) => receiveReturn({ database, receipt: { id, version, isFault: false, actorId, lines } }))
  const settled = await capture((version) => completeReturn({ database, settlement: { id, version, refund: paise(69_900), actorId } }))
  for (const statements of [accepted, received, settled]) {
    const locks = statements.filter(isLock)
    expect(locks.length).toBeGreaterThan(2)
    expect(new Set(locks).size).toBe(locks.length)
  }
  expect(new Set(settled).size).toBe(settled.length)
  expect(accepted.length).toBeLessThanOrEqual(12)
  expect(received.length).toBeLessThanOrEqual(23)
  expect(settled.length).toBeLessThanOrEqual(27)
})
