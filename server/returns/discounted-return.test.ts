import { expect, test } from 'vitest'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'

const shop = await startPayingApp({ environment: taxedShop })
const { provider, request, database } = shop
const { cookies, transition, pack, issue, readStored } = await createTaxedOrders(shop)
const offers = await createOffers(shop)

test('two of three items of a discounted prepaid order: preview, refund and credit note are one amount', async () => {
  const tee = await createTestProduct({ database, price: 799, stock: 10 })
  const shirt = await createTestProduct({ database, price: 333, stock: 10 })
  const { code } = await offers.add({ percent: 15 })
  const shopper = await signInShopper({ request })
  const as = { cookies: shopper.cookies }
  for (const [product, quantity] of [
    [tee.id, 2],
    [shirt.id, 1],
  ] as const)
    await request('POST', '/cart/add', { ...as, body: { product, size: 'M', quantity } })
  await request('POST', '/cart/', { ...as, body: address })
  const { quote } = (await request('POST', '/cart/offer', { ...as, body: { code } })).json()
  const opened = (await request('POST', '/order/create-order', { ...as, body: { amount: quote.toPay } })).json()
  const { browser } = await provider.control<{ browser: { response: object } }>('payments', { order_id: opened.id })
  const { order } = (await request('POST', '/order/verify-payment', { ...as, body: browser.response })).json()
  const id = order._id as string
  await pack(id)
  await issue()
  for (const to of ['Shipped', 'Delivered']) await transition(id, to)

  const lines = [1, 2].map((line) => ({ line, quantity: 1, reason: 'too small' }))
  const preview = (await request('POST', `/order/${id}/returns/preview`, { ...as, body: { lines } })).json()
  // 799 and 333 less their shares of ₹290, less ₹100.
  expect(preview).toEqual({ goods: 962, fee: 100, refund: 862, isFault: false })
  const returned = (await request('POST', `/order/${id}/returns`, { ...as, body: { lines, refund: preview.refund } })).json().return
  const step = async (name: string, body: object = {}) => {
    const { version } = (await request('GET', `/returns/${returned._id}`, { cookies })).json<AdminReturn>()
    return request('POST', `/returns/${returned._id}/${name}`, { cookies, body: { ...body, version } })
  }
  await step('accept', { handover: 'send' })
  const seen = { new: 1, worn: 0, faulty: 0, missing: 0 }
  await step('receive', { isFault: false, lines: [1, 2].map((line) => ({ line, seen, restock: 1, refund: 1 })) })
  expect((await step('settle', { refund: preview.refund })).json().return).toMatchObject({ state: 'settled', refund: 862, cash: 0 })

  const refunds = await database.selectFrom('refunds').select('amount_paise').execute()
  expect(refunds).toEqual([{ amount_paise: 86_200 }])
  const [invoice, note] = await readStored(id)
  expect(invoice?.total_paise).toBe(Math.round(quote.toPay * 100))
  expect(note).toMatchObject({ kind: 'credit note', refers_to: invoice?.id, total_paise: 86_200, reason: 'Items returned' })
  expect(note?.lines.map(({ line, quantity }) => [line, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ])
})
