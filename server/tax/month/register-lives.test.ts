import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { readZip } from '#testing/read-zip.ts'
import { requireStatus } from '#testing/require-status.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: { ...taxedShop, LIMITS_FACTOR: '1000' } })
const { request, database } = app
const taxed = await createTaxedOrders(app)
const { cookies, transition } = taxed
const shop = createExchanges({ ...app, taxed })
const runJob = createJobRunner(app)
await shop.setPolicies()
const stock = { M: 500, L: 500 }
// With the rates of 5 and 18 percent.
const products = await Promise.all([799, 2_799, 15_000].map((price) => createTestProduct({ database, price, sizes: stock })))

const buyers = {
  local: {},
  otherState: { city: 'Mumbai', state: 'Maharashtra', pinCode: '400001' },
  business: { city: 'Mumbai', state: 'Maharashtra', pinCode: '400001', gstin: '27AAPFU0939F1ZV', businessName: 'Rao & Sons' },
} as const

const post = async (id: string, call: string, body: object) => {
  const reply = await request('POST', `/order/admin/${id}/${call}`, { cookies, body })
  requireStatus(reply, 200)
}
const transitionAll = async (id: string, statuses: readonly string[]) => {
  for (const to of statuses) {
    const reply = await transition(id, to)
    requireStatus(reply, 200)
  }
}
const refund = (reducesPrice: boolean) => async (id: string) => {
  await transitionAll(id, ['Shipped', 'Delivered'])
  await post(id, 'refund', { reason: 'Small stain', refunded: 0, amount: 99.5, reducesPrice })
}
const settle = async (id: string) => {
  const { refund: paid } = (await shop.readReturn(id)).amount
  const reply = await shop.admin(id, 'settle', { refund: paid })
  requireStatus(reply, 200)
}

/** What becomes of an order that has its invoice. */
const ends = {
  isDelivered: (id: string) => transitionAll(id, ['Shipped', 'Delivered']),
  isCancelled: (id: string) => transitionAll(id, ['Cancelled']),
  isRefused: async (id: string) => {
    await transitionAll(id, ['Shipped', 'Refused'])
    await post(id, 'receive', { condition: 'sellable', version: (await taxed.read(id)).version })
  },
  isReduced: refund(true),
  isRefundedAsGoodwill: refund(false),
  getsAnotherAddress: async (id: string) => {
    const { deliveryAddress, version } = await taxed.read(id)
    await post(id, 'address', { address: { ...deliveryAddress, ...buyers.otherState }, version })
  },
  isReturned: async (id: string) => {
    await transitionAll(id, ['Shipped', 'Delivered'])
    const guest = shop.asGuest(id)
    const lines = [{ line: 1, quantity: 1, reason: 'too small' }]
    const { refund: amount } = (await guest.preview(lines, 'refund')).json()
    const asked = await guest.askId(lines, { kind: 'refund', refund: amount })
    for (const reply of [await shop.accept(asked), await shop.receive(asked)]) requireStatus(reply, 200)
    await settle(asked)
  },
  isExchanged: async (id: string) => {
    await transitionAll(id, ['Shipped', 'Delivered'])
    const asked = await shop.asGuest(id).askId([exchangeToL])
    for (const reply of [await shop.accept(asked), await shop.receive(asked)]) requireStatus(reply, 200)
    await shop.send((await shop.readReturn(asked)).exchange.order._id)
    await runJob('settle-exchanges')
  },
} as const

const life = fc.record({
  product: fc.nat(products.length - 1),
  quantity: fc.integer({ min: 1, max: 3 }),
  buyer: fc.constantFrom(...(Object.keys(buyers) as (keyof typeof buyers)[])),
})
/** Each end once, in any order. */
const lives = fc
  .shuffledSubarray(Object.keys(ends) as (keyof typeof ends)[], { minLength: Object.keys(ends).length })
  .chain((order) => fc.tuple(...order.map((end) => life.map((each) => ({ ...each, end })))))

const amounts = ['taxable', 'cgst', 'sgst', 'igst'] as const
type Sums = Record<(typeof amounts)[number], number>

const readDocuments = async (month: string) => {
  const { rows } = await sql<Sums & { documents: number; total: number; notes: number }>`
    select count(*)::int as documents, count(*) filter (where kind = 'credit note')::int as notes, ${sql.join(
      [...amounts, 'total'].map(
        (name) => sql`sum(case when kind = 'credit note' then -1 else 1 end * ${sql.ref(`${name}_paise`)})::bigint as ${sql.ref(name)}`,
      ),
    )}
    from documents where to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') = ${month}
  `.execute(database)
  return rows[0] as (typeof rows)[number]
}

const readMonth = async (month: string) => {
  const files = await readZip((await request('GET', `/documents/month/${month}.zip`, { cookies })).rawPayload)
  return (name: string): Record<string, string>[] => parse(files[`${name}.csv`] ?? '', { bom: true, columns: true })
}
const add = (rows: readonly Record<string, string>[], column: string) => rows.reduce((sum, row) => sum + toPaise(Number(row[column])), 0)

test('the register of a month has the sums of GSTR-1 and of the documents, whatever becomes of the orders', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (all) => {
      const ids: string[] = []
      for (const [index, { product, quantity, buyer }] of all.entries()) {
        const item = products[product] as (typeof products)[number]
        const contact = { phone: String(9_876_500_000 + index), email: `buyer-${index}@example.com` }
        ids.push(await taxed.place([{ ...item, size: 'M', quantity }], { ...buyers[buyer], ...contact }))
      }
      for (const id of ids) await taxed.pack(id)
      await taxed.issue()
      for (const [index, { end }] of all.entries()) await ends[end](ids[index] as string)
      await taxed.issue()
      const month = toIndianDay().slice(0, 7)
      const [documents, rowsOf] = [await readDocuments(month), await readMonth(month)]
      expect(documents.notes).toBeGreaterThan(4)
      const [register, days, hsn] = [rowsOf('sales-register'), rowsOf('day-book'), [...rowsOf('hsn(b2b)'), ...rowsOf('hsn(b2c)')]]
      expect(new Set(register.map((row) => row.Number)).size).toBe(documents.documents)
      const columns = { taxable: 'Taxable value', cgst: 'CGST', sgst: 'SGST or UTGST', igst: 'IGST', total: 'Total' } as const
      const hsnColumns = {
        ...{ taxable: 'Taxable Value', cgst: 'Central Tax Amount', sgst: 'State/UT Tax Amount', igst: 'Integrated Tax Amount' },
        total: 'Total Value',
      }
      for (const name of [...amounts, 'total'] as const) {
        const sums = [add(register, columns[name]), add(rowsOf('sales-by-document'), columns[name]), add(days, columns[name])]
        expect([name, ...sums, add(hsn, hsnColumns[name])]).toEqual([name, ...Array(4).fill(documents[name])])
      }
      const sections = ['b2b', 'b2cl', 'b2cs'].reduce((sum, name) => sum + add(rowsOf(name), 'Taxable Value'), 0)
      const notes = ['cdnr', 'cdnur'].reduce((sum, name) => sum + add(rowsOf(name), 'Taxable Value'), 0)
      expect(sections - notes).toBe(documents.taxable)
      expect(rowsOf('docs').reduce((sum, row) => sum + Number(row['Total Number']) - Number(row.Cancelled), 0)).toBe(documents.documents)
      // Each order's documents are what is kept of its price.
      expect(await shop.findFaults()).toEqual([])
    }),
    { ...fuzzRuns({ runs: 1 }), endOnFailure: true },
  )
})
