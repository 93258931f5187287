import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const orders = await createTaxedOrders(shop)
const { cookies, read, transition, place, pack, issue, placeInvoiced, readStored } = orders

const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const kurta = await createTestProduct({ database, price: 3_540, stock: 1_000 })
const undo = async (id: string) => request('POST', `/order/admin/${id}/undo`, { cookies, body: { version: (await read(id)).version } })
const setAddress = async (id: string, change: object) => {
  const { deliveryAddress, version } = await read(id)
  const body = { address: { ...deliveryAddress, ...change }, version }
  return request('POST', `/order/admin/${id}/address`, { cookies, body })
}

describe('the invoice of an order', () => {
  test('is issued after the time in which packing can be undone', async () => {
    const id = await place([tee])
    await pack(id)
    const early = await read(id)
    expect(early.documents).toBeUndefined()
    await issue()
    const { documents } = await read(id)
    expect(documents).toMatchObject([{ kind: 'invoice', written: expect.stringMatching(/^INV\/\d\d-\d\d\/\d{6}$/), total: 799 }])
  })

  test('has CGST and SGST within the state, and IGST to another one', async () => {
    const within = await placeInvoiced([{ ...tee, quantity: 2 }, kurta])
    const [same] = await readStored(within)
    expect(same?.lines).toMatchObject([
      { title: tee.name, hsnCode: '6109', quantity: 2, rate: 500, taxable: 152_190, cgst: 3_805, sgst: 3_805, igst: 0, total: 159_800 },
      { title: kurta.name, quantity: 1, rate: 1_800, taxable: 300_000, cgst: 27_000, sgst: 27_000, igst: 0, total: 354_000 },
    ])
    expect(same).toMatchObject({ place_of_supply: '29', total_paise: 513_800, taxable_paise: 452_190 })
    const outside = await placeInvoiced([tee], { state: 'Maharashtra', pinCode: '400001' })
    const [other] = await readStored(outside)
    expect(other).toMatchObject({ place_of_supply: '27', cgst_paise: 0, sgst_paise: 0, igst_paise: 3_805, taxable_paise: 76_095 })
  })

  test('counts the value of each piece of a pack', async () => {
    const pack2 = await createTestProduct({ database, price: 4_000, stock: 10 })
    await database
      .updateTable('products')
      .set({ details: JSON.stringify({ itemsInPack: 2 }) })
      .where('id', '=', pack2.id)
      .execute()
    const [document] = await readStored(await placeInvoiced([pack2]))
    expect(document?.lines).toMatchObject([{ rate: 500, piecesPerUnit: 2, total: 400_000 }])
  })

  test('names the address as it was, and is never changed', async () => {
    const id = await placeInvoiced([tee], { landmark: 'Opposite the lake' })
    const [document] = await readStored(id)
    expect(document?.buyer).toMatchObject({ name: 'Asha Rao', address: '12 Lake Road\nOpposite the lake\nBengaluru, Karnataka, 560001' })
    expect(document?.supplier).toMatchObject({ gstin: taxedShop.STORE_GSTIN, address: taxedShop.STORE_ADDRESS, stateCode: '29' })
    const change = database.updateTable('documents').set({ reason: 'x' }).where('order_id', '=', id)
    await expect(change.execute()).rejects.toThrow('Documents are never changed')
    await expect(database.deleteFrom('documents').where('order_id', '=', id).execute()).rejects.toThrow('Documents are never changed')
  })

  test('waits for a state of India, and is issued when the address has one', async () => {
    const id = await placeInvoiced([tee], { state: 'Atlantis' })
    expect(await read(id)).toMatchObject({ invoiceProblem: 'state' })
    const missing = (await request('GET', '/invoices/missing', { cookies })).json()
    expect(missing).toMatchObject({ hasGstin: true, orders: [{ _id: id, problem: 'state', state: 'Atlantis', offeredState: 'Karnataka' }] })
    const refused = await request('POST', `/order/admin/${id}/invoice`, { cookies })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('does not name a state of India')
    expect((await setAddress(id, { state: 'karnataka ' })).statusCode).toBe(200)
    const issued = await request('POST', `/order/admin/${id}/invoice`, { cookies })
    expect(issued.json()).toMatchObject({ message: 'The invoice is issued', order: { documents: [{ kind: 'invoice' }] } })
    expect((await read(id)).invoiceProblem).toBeUndefined()
    expect((await request('GET', '/invoices/missing', { cookies })).json()).toMatchObject({ orders: [], total: 0 })
  })

  test('waits for the rate of an HSN code', async () => {
    const perfume = await createTestProduct({ database, price: 500, stock: 10 })
    const details = (hsnCode: string) =>
      database
        .updateTable('products')
        .set({ details: JSON.stringify({ hsnCode }) })
        .where('id', '=', perfume.id)
        .execute()
    await details('3303')
    const id = await placeInvoiced([tee, perfume])
    expect(await read(id)).toMatchObject({ invoiceProblem: 'rate' })
    await details('6214')
    await issue()
    expect((await read(id)).documents).toHaveLength(1)
  })

  test('waits for HSN codes of 6 digits in a shop that needs them, also to a consumer', async () => {
    const business = { gstin: '27AAPFU0939F1ZV', businessName: 'Rao Traders', state: 'Maharashtra', pinCode: '400001' }
    const setTax = async (longHsnCodes: 'on' | 'off') => {
      const { value, version } = (await request('GET', '/settings', { cookies })).json().groups.tax
      const saved = await request('PATCH', '/settings/tax', { cookies, body: { version, value: { ...value, longHsnCodes } } })
      await request('POST', '/settings/tax/publish', { cookies, body: { version: saved.json().state.version } })
    }
    const setDetails = (details: object) =>
      database
        .updateTable('products')
        .set({ details: JSON.stringify(details) })
        .where('id', '=', tee.id)
        .execute()
    expect((await read(await placeInvoiced([tee], business))).documents).toHaveLength(1)
    await setTax('on')
    const id = await placeInvoiced([tee], business)
    expect(await read(id)).toMatchObject({ invoiceProblem: 'hsn' })
    expect(await read(await placeInvoiced([tee]))).toMatchObject({ invoiceProblem: 'hsn' })
    await setDetails({ hsnCode: '610910' })
    await issue()
    expect((await readStored(id)).map(({ buyer, lines }) => [buyer.gstin, lines[0]?.hsnCode])).toEqual([[business.gstin, '610910']])
    await setDetails({})
    await setTax('off')
  })

  test("waits for a buyer's name that can be printed", async () => {
    expect((await read(await placeInvoiced([tee], { firstName: 'محمد', lastName: 'علی' }))).documents).toHaveLength(1)
    expect(await read(await placeInvoiced([tee], { firstName: 'ꯃꯅꯤ', lastName: 'Devi' }))).toMatchObject({ invoiceProblem: 'letters' })
  })

  test('a second request issues no second invoice', async () => {
    const id = await placeInvoiced([tee])
    const again = await Promise.all([1, 2].map(() => request('POST', `/order/admin/${id}/invoice`, { cookies })))
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await transition(id, 'Shipped')
    await issue()
    expect(await readStored(id)).toHaveLength(1)
  })

  test('is not issued for an order that is not packed', async () => {
    const id = await place([tee])
    expect((await request('POST', `/order/admin/${id}/invoice`, { cookies })).statusCode).toBe(409)
    expect((await request('POST', '/order/admin/019a0000-0000-7000-8000-000000000000/invoice', { cookies })).statusCode).toBe(404)
    expect((await request('POST', '/order/admin/unknown/invoice', { cookies })).statusCode).toBe(404)
  })

  test('is issued at once when the label is printed', async () => {
    const id = await place([tee])
    await pack(id)
    const { number } = await read(id)
    await request('POST', '/order/admin/print', { cookies, body: { numbers: [number] } })
    expect(await readStored(id)).toHaveLength(0)
    await request('POST', '/order/admin/print', { cookies, body: { numbers: [number], issueInvoices: true } })
    expect(await readStored(id)).toHaveLength(1)
  })
})

describe('packing', () => {
  test('is undone before the invoice, which is then not issued', async () => {
    const id = await place([tee])
    await pack(id)
    expect((await undo(id)).statusCode).toBe(200)
    await issue()
    expect(await readStored(id)).toHaveLength(0)
  })

  test('is not undone after the invoice', async () => {
    const id = await placeInvoiced([tee])
    const [invoice] = await readStored(id)
    const refused = await undo(id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(`Invoice ${invoice?.written} is issued. Cancel the order to credit it.`)
    expect((await read(id)).orderStatus).toBe('Packed')
  })
})

test('numbers of a series have no gap when transactions fail', async () => {
  const ids = await Promise.all(Array.from({ length: 24 }, () => place([tee])))
  for (const id of ids) await pack(id)
  await sql`
    create function fail_every_third() returns trigger language plpgsql as $$
    begin
      if new.number % 3 = 0 then raise exception 'This transaction fails' using errcode = 'data_exception'; end if;
      return new;
    end $$;
    create trigger documents_fail after insert on documents for each row execute function fail_every_third();
  `.execute(database)
  await expect(issue()).rejects.toThrow('failed, the others are done')
  await sql`drop trigger documents_fail on documents`.execute(database)
  await issue()
  const { rows } = await sql<{ count: number; max: number }>`
    select count(*)::int as count, max(number)::int as max from documents where kind = 'invoice' and series = 'INV'
  `.execute(database)
  expect(rows[0]?.count).toBe(rows[0]?.max)
  expect(await database.selectFrom('documents').select('id').where('order_id', 'in', ids).execute()).toHaveLength(24)
})
