import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { address } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { request, database } = await createTestApp({ gateways: provider.gateways })

const countWaiting = async () => {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()
  `.execute(database)
  return rows.length
}

/** Runs `work` while another transaction holds the lock of this product. */
async function runWhileProductIsLocked({ productId, work }: { productId: string; work: () => PromiseLike<{ statusCode: number }> }) {
  const { working } = await database.transaction().execute(async (trx) => {
    await sql`select from products where id = ${productId} for update`.execute(trx)
    const working = Promise.resolve(work())
    await expect.poll(countWaiting).toBe(1)
    return { working }
  })
  expect((await working).statusCode).toBe(200)
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
  const { settling } = await database.transaction().execute(async (trx) => {
    // The shopper changes the cart.
    await trx.selectFrom('users').select('id').where('id', '=', _id).forNoKeyUpdate().execute()
    const settling = Promise.resolve(verify(browser.response))
    await expect.poll(countWaiting).toBe(1)
    // Fails if the payment is locked already.
    await trx.selectFrom('payments').select('id').where('provider_order_id', '=', orderId).forUpdate().noWait().execute()
    return { settling }
  })
  expect((await settling).statusCode).toBe(200)
})
