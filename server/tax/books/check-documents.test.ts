import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BookCheck } from '#contract/tax/document-list.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, transition, place, pack, placeInvoiced, readStored } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const check = async () => (await request('POST', '/documents/check', { cookies })).json<BookCheck>()

/** Changes a stored document, which its trigger rejects for everybody else, and takes the change back after the check. */
async function checkBroken(changes: ReturnType<typeof sql>, id: string): Promise<BookCheck['faults']> {
  const change = (set: ReturnType<typeof sql>) =>
    database.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update documents set ${set} where order_id = ${id}`.execute(trx)
    })
  const before = await database.selectFrom('documents').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
  await change(changes)
  const { faults } = await check()
  await change(sql`lines = ${JSON.stringify(before.lines)}::jsonb, taxable_paise = ${before.taxable_paise}, cgst_paise = ${before.cgst_paise},
    sgst_paise = ${before.sgst_paise}, igst_paise = ${before.igst_paise}, total_paise = ${before.total_paise},
    place_of_supply = ${before.place_of_supply}, issued_at = ${before.issued_at}`)
  return faults
}

const setLine = (changes: string) => sql`jsonb_set(lines, '{0}', lines -> 0 || ${changes}::jsonb)`

test('each way in which a document contradicts itself is found', async () => {
  await placeInvoiced([tee])
  const id = await placeInvoiced([tee])
  const [document] = await readStored(id)
  if (!document) throw new Error('no invoice')
  const { written, lines } = document
  const [line] = lines
  if (!line) throw new Error('no line')
  expect(await check()).toMatchObject({ faults: [], missing: [], differences: [], gaps: [] })
  const moved = { taxable: line.taxable - 500, cgst: line.cgst + 500 }
  const other = setLine(JSON.stringify(moved))
  const cases = [
    ['sums', sql`taxable_paise = taxable_paise - 500, cgst_paise = cgst_paise + 500`],
    ['sums', sql`lines = ${setLine(JSON.stringify({ total: 1, taxable: 1, cgst: 0, sgst: 0 }))}`],
    ['rate', sql`lines = ${other}, taxable_paise = taxable_paise - 500, cgst_paise = cgst_paise + 500`],
    ['place', sql`place_of_supply = '27'`],
    ['before order', sql`issued_at = issued_at - interval '1 day'`],
  ] as const
  for (const [fault, changes] of cases) expect(await checkBroken(changes, id), fault).toEqual([{ written, fault }])
  const late = await checkBroken(sql`issued_at = (select issued_at from documents order by number limit 1) - interval '1 millisecond'`, id)
  expect(late).toMatchObject([{ written, fault: expect.stringMatching(/^before/) }])
})

test('an order that has left without a document is listed, also when it is delivered', async () => {
  await placeInvoiced([tee])
  const id = await place([tee], { state: 'Atlantis' })
  await pack(id)
  await request('POST', `/order/admin/${id}/invoice`, { cookies })
  const listed = async () => (await request('GET', '/invoices/missing', { cookies })).json().orders.map(({ _id }: { _id: string }) => _id)
  expect([await listed(), (await check()).missing]).toEqual([[id], []])
  for (const to of ['Shipped', 'Delivered']) {
    await transition(id, to)
    expect([await listed(), (await check()).missing]).toMatchObject([[id], [{ _id: id }]])
  }
})
