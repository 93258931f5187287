import { expect, test } from 'vitest'
import type { StockMovement } from '#contract/inventory/stock.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, cookies } = await startPayingShop()

const readHolds = async (productId: string) =>
  (await request('GET', `/products/${productId}/stock`, { cookies }))
    .json<{ movements: StockMovement[] }>()
    .movements.filter(({ cause }) => cause === 'hold')

test('the hold of a payment that became an order is a sale in the history of the stock, and an open one is not', async () => {
  const paid = await startCheckout({ request, database, provider })
  expect(await readHolds(paid.tee.id)).toMatchObject([{ change: -2, order: null }])
  const { browser } = await paid.pay()
  expect((await paid.verify(browser.response)).statusCode).toBe(200)
  const [hold] = await readHolds(paid.tee.id)
  expect(hold).toMatchObject({ isSold: true, order: { number: expect.any(String) } })
})

test('a hold that was released before a late payment took the stock again is no sale', async () => {
  const late = await startCheckout({ request, database, provider })
  const { browser } = await late.pay()
  await late.verify(browser.response)
  const { id } = await late.payment()
  const row = { product_id: late.tee.id, size: null, reference: id, actor_id: null, note: null }
  await database
    .insertInto('stock_movements')
    .values([
      { ...row, cause: 'release', change: 2, stock_after: 10 },
      { ...row, cause: 'hold', change: -2, stock_after: 8 },
    ])
    .execute()
  expect((await readHolds(late.tee.id)).map(({ isSold }) => isSold)).toEqual([true, undefined])
})
