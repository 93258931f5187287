import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp({ environment: taxedShop })
const { request, database } = shop
const { cookies, read, transition, placeInvoiced } = await createTaxedOrders(shop)
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })
const list = async (query = '') => (await request('GET', `/documents?${query}`, { cookies })).json<CallReply<'GET /documents'>>()
const thisMonth = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit' }).format()

describe('GET /documents', () => {
  test('has the documents of this month, newest first', async () => {
    const id = await placeInvoiced([tee])
    await transition(id, 'Cancelled')
    const { number, documents = [] } = await read(id)
    const found = await list()
    expect(found).toMatchObject({ hasGstin: true, month: thisMonth, months: [thisMonth], page: 1, totalPages: 1, total: 2 })
    const common = { order: { _id: id, number }, buyer: 'Asha Rao', buyerGstin: null, taxable: 760.96, tax: 38.04, total: 799 }
    expect(found.documents).toMatchObject([
      { kind: 'credit note', written: documents[1]?.written, invoice: documents[0]?.written, ...common },
      { kind: 'invoice', written: documents[0]?.written, invoice: null, ...common },
    ])
    expect((await list('month=2020-01')).documents).toEqual([])
  })

  test('finds a document by its number, the number on paper and the order', async () => {
    const id = await placeInvoiced([tee])
    const { number, documents = [] } = await read(id)
    const written = documents[0]?.written ?? ''
    for (const q of [written, written.toLowerCase(), number, String(Number(written.slice(-6))), written.slice(-6)]) {
      const found = await list(new URLSearchParams({ q, month: '2020-01' }).toString())
      expect(found.documents.map(({ written: listed }) => listed)).toContain(written)
    }
    for (const q of ['INV', '0', '9'.repeat(100), "'", '%']) expect((await list(new URLSearchParams({ q }).toString())).total).toBe(0)
  })

  test('is divided into pages', async () => {
    const [document] = await database.selectFrom('documents').selectAll().limit(1).execute()
    if (!document) throw new Error('No document')
    const { supplier, buyer, lines } = document
    const json = { supplier: JSON.stringify(supplier), buyer: JSON.stringify(buyer), lines: JSON.stringify(lines) }
    const copies = Array.from({ length: 51 }, (_, index) => {
      const number = 1_000 + index
      return {
        ...document,
        ...json,
        id: randomUUID(),
        number,
        written: `X/26-27/${number}`,
        series: 'X',
        issued_at: new Date('2025-06-10'),
      }
    })
    await database.insertInto('documents').values(copies).execute()
    const [first, second] = [await list('month=2025-06'), await list('month=2025-06&page=2')]
    expect([first.total, first.totalPages, first.documents.length, second.documents.length]).toEqual([51, 2, 50, 1])
    expect(new Set([...first.documents, ...second.documents].map(({ _id }) => _id)).size).toBe(51)
    expect([first.months[0], first.months.at(-1)]).toEqual([thisMonth, '2025-06'])
    for (const query of ['page=0', 'month=2026-13', `q=${'9'.repeat(101)}`])
      expect((await request('GET', `/documents?${query}`, { cookies })).statusCode).toBe(400)
  })

  test('says that a shop without a GSTIN issues none', async () => {
    const other = await createTestApp()
    const { cookies: session } = await createTaxedOrders(other)
    expect((await other.request('GET', '/documents', { cookies: session })).json()).toMatchObject({
      hasGstin: false,
      documents: [],
      total: 0,
    })
  })
})
