import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BookCheck } from '#contract/tax/document-list.ts'
import { createTestProduct } from '#testing/factories.ts'
import { requireStatus } from '#testing/require-status.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, read, transition, placeInvoiced } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const check = async () => (await request('POST', '/documents/check', { cookies })).json<BookCheck>()
const post = async (id: string, call: string, body: object) => {
  const reply = await request('POST', `/order/admin/${id}/${call}`, { cookies, body })
  requireStatus(reply, 200)
}

/** A delivered order with its invoice. */
async function deliver() {
  const id = await placeInvoiced([tee])
  for (const to of ['Shipped', 'Delivered']) await transition(id, to)
  return id
}

test('invoices, cancellations, returned parcels, reduced prices and changed addresses are no differences', async () => {
  const untouched = await deliver()
  const cancelled = await placeInvoiced([tee])
  await transition(cancelled, 'Cancelled')
  const returned = await placeInvoiced([tee])
  for (const to of ['Shipped', 'Refused']) await transition(returned, to)
  const onItsWay = await check()
  await post(returned, 'receive', { condition: 'sellable', version: (await read(returned)).version })
  const reduced = await deliver()
  await post(reduced, 'refund', { reason: 'Small stain', refunded: 0, amount: 100, reducesPrice: true })
  const goodwill = await deliver()
  await post(goodwill, 'refund', { reason: 'Late', refunded: 0, amount: 50 })
  const moved = await placeInvoiced([tee])
  const { deliveryAddress, version } = await read(moved)
  await post(moved, 'address', { address: { ...deliveryAddress, firstName: 'Meera' }, version })
  expect((await read(reduced)).documents?.map(({ kind }) => kind)).toEqual(['invoice', 'credit note'])
  expect((await read(moved)).documents).toHaveLength(3)
  for (const found of [onItsWay, await check()]) expect(found).toMatchObject({ gaps: [], differences: [] })
  expect((await check()).orders).toBe(6)
  expect((await read(untouched)).documents).toHaveLength(1)
})

test('an order whose price no longer is that of its documents is a difference', async () => {
  const id = await deliver()
  await database
    .updateTable('orders')
    .set({ adjustment_paise: sql`adjustment_paise - 100`, collect_paise: sql`collect_paise - 100` })
    .where('id', '=', id)
    .execute()
  const { number } = await read(id)
  expect((await check()).differences).toEqual([{ order: { _id: id, number }, documents: 799, expected: 798 }])
  await database
    .updateTable('orders')
    .set({ adjustment_paise: sql`adjustment_paise + 100`, collect_paise: sql`collect_paise + 100` })
    .where('id', '=', id)
    .execute()
})

test('a cancelled order without a credit note, and credit without a refund, are differences', async () => {
  const [cancelled, credited] = [await placeInvoiced([tee]), await deliver()]
  await database.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', cancelled).execute()
  await post(credited, 'refund', { reason: 'Small stain', refunded: 0, amount: 100, reducesPrice: true })
  await database.deleteFrom('cash_refunds').where('order_id', '=', credited).execute()
  await database.updateTable('orders').set({ refunded_paise: sql`0` }).where('id', '=', credited).execute()
  const { differences } = await check()
  expect(differences.map(({ order: { _id }, ...sums }) => [_id, sums]).toSorted()).toEqual(
    [
      [cancelled, { documents: 799, expected: 0 }],
      [credited, { documents: 699, expected: 799 }],
    ].toSorted(),
  )
})

test('a number without a document is a gap', async () => {
  const { documents } = await check()
  await database.updateTable('document_series').set({ last_number: sql`last_number + 2` }).where('series', '=', 'INV').execute()
  const { last_number: last } = await database
    .selectFrom('document_series')
    .select('last_number')
    .where('series', '=', 'INV')
    .executeTakeFirstOrThrow()
  expect(await check()).toMatchObject({ documents, gaps: [{ series: 'INV', missing: [last - 1, last] }] })
})
