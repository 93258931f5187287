import { expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { address } from '#testing/factories.ts'
import { runWhileLocked } from '#testing/run-while-locked.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import type { Transaction } from '../../database/schema.ts'

const { provider, request, database } = await startPayingApp()

/** Runs `work` while another transaction holds the lock of this product. */
async function runWhileProductIsLocked({ productId, work }: { productId: string; work: () => PromiseLike<{ statusCode: number }> }) {
  const lock = (trx: Transaction) => trx.selectFrom('products').select('id').where('id', '=', productId).forUpdate().execute()
  expect((await runWhileLocked({ database, lock, work })).statusCode).toBe(200)
}

test('cancelling an order waits for the lock of its products', async () => {
  const { cookies, tee } = await startCheckout({ request, database, provider })
  const { order } = (await request('POST', '/cod/cashondelivery', { cookies, body: address })).json()
  await runWhileProductIsLocked({ productId: tee.id, work: () => request('POST', `/order/${order._id}/cancel`, { cookies }) })
})

test('settling a payment waits for the lock of its products', async () => {
  const { tee, pay, verify } = await startCheckout({ request, database, provider })
  const { browser } = await pay()
  await runWhileProductIsLocked({ productId: tee.id, work: () => verify(browser.response) })
})

test('settling a payment locks the shopper before the payment', async () => {
  const { _id, orderId, pay, verify } = await startCheckout({ request, database, provider })
  const { browser } = await pay()
  const settled = await runWhileLocked({
    database,
    // The shopper changes the cart.
    lock: (trx) => trx.selectFrom('users').select('id').where('id', '=', _id).forNoKeyUpdate().execute(),
    work: () => verify(browser.response),
    // Fails if the payment is locked already.
    check: (trx) => trx.selectFrom('payments').select('id').where('provider_order_id', '=', orderId).forUpdate().noWait().execute(),
  })
  expect(settled.statusCode).toBe(200)
})
