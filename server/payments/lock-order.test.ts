import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { address } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { request, database } = await createTestApp({ gateway: provider.gateway })

/** Who waits for a lock, and whether they have begun to count orders. */
const listWaiting = async () => {
  const { rows } = await sql<{ counts: boolean }>`
    select exists (select from pg_locks held where held.pid = waiting.pid and relation = 'order_counts'::regclass) as counts
    from pg_locks waiting join pg_stat_activity using (pid) where not granted and datname = current_database()
  `.execute(database)
  return rows
}

/**
 * Does `work` while an order of this product is half placed: it has locked the product and counts itself next. Orders that
 * connections count in the same row would wait for it in a circle if they had counted already.
 */
async function meetHalfPlacedOrder({ productId, work }: { productId: string; work: () => PromiseLike<{ statusCode: number }> }) {
  const { working } = await database.transaction().execute(async (trx) => {
    await sql`select from products where id = ${productId} for update`.execute(trx)
    const working = Promise.resolve(work())
    await expect.poll(listWaiting).toEqual([{ counts: false }])
    return { working }
  })
  expect((await working).statusCode).toBe(200)
}

test('a cancelled order waits for its products before it is counted', async () => {
  const { cookies, tee } = await startCheckout({ request, database, provider })
  const { order } = (await request('POST', '/cod/cashondelivery', { cookies, body: address })).json()
  await meetHalfPlacedOrder({ productId: tee.id, work: () => request('POST', `/order/${order._id}/cancel`, { cookies }) })
})

test('a paid order waits for its products before it is counted', async () => {
  const { tee, pay, verify } = await startCheckout({ request, database, provider })
  const { browser } = await pay()
  await meetHalfPlacedOrder({ productId: tee.id, work: () => verify(browser.response) })
})
