import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { createRazorpayOfPairs } from './key-pairs.ts'
import { createRazorpay } from './razorpay.ts'

const [before, after] = [await startProvider(), await startProvider()]
const [earlier, current] = [before, after].map(({ gateway, keySecret, webhookSecret, url: apiUrl }) => ({
  keyId: gateway.keyId,
  keySecret,
  webhookSecret,
  apiUrl,
})) as [Parameters<typeof createRazorpay>[0], Parameters<typeof createRazorpay>[0]]
const createOrder = (gateway: ReturnType<typeof createRazorpay>) => gateway.createOrder({ amount: paise(50_000), receipt: randomUUID() })

test('an order of an earlier account is found there, and new orders are made in the current one', async () => {
  const gateway = createRazorpayOfPairs([current, earlier])
  const { id } = await createOrder(createRazorpay(earlier))
  await expect(createRazorpay(current).fetchPayments(id)).rejects.toMatchObject({ kind: 'rejected' })
  expect(await gateway.fetchPayments(id)).toEqual([])
  const made = await createOrder(gateway)
  expect(await createRazorpay(current).fetchPayments(made.id)).toEqual([])
})

test('what every account rejects is rejected, also when an earlier pair is revoked', async () => {
  const revoked = { ...earlier, keySecret: 'revoked' }
  const { id } = await createOrder(createRazorpay(earlier))
  await expect(createRazorpayOfPairs([current, revoked]).fetchPayments(id)).rejects.toMatchObject({ kind: 'rejected' })
})
