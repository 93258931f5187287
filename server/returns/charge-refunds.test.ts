import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readZip } from '#testing/read-zip.ts'
import { requireStatus } from '#testing/require-status.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp } from '#testing/test-app.ts'

const app = await createTestApp({ environment: taxedShop })
const { request, database } = app
const taxed = await createTaxedOrders(app)
const shop = createExchanges({ ...app, taxed })
const { cookies } = taxed

const charges = { shippingChargeRupees: 79, freeShippingFromRupees: 2_000, codChargeRupees: 40 }
beforeEach(() => shop.setPolicies(charges))

let persons = 0

/** A delivered order on delivery of one tee for ₹799 and two shirts for ₹300.01, with ₹119 of charges. */
async function deliver() {
  persons += 1
  const tee = { ...(await createTestProduct({ database, price: 799, sizes: { M: 5, L: 5 } })), size: 'M' }
  const shirt = { ...(await createTestProduct({ database, price: 300.01 })), quantity: 2 }
  const buyer = { phone: String(9_876_700_000 + persons), email: `buyer-${persons}@example.com` }
  const body = { ...buildGuestOrder([tee, shirt]), toPay: 1_518.02, deliveryAddress: { ...address, ...buyer } }
  const placed = await request('POST', '/guest/cashondelivery', { body })
  requireStatus(placed, 201)
  const { _id: id } = placed.json().order
  await taxed.transition(id, 'Confirmed')
  await shop.send(id)
  return shop.asGuest(id)
}

type Order = Awaited<ReturnType<typeof deliver>>
const all = (reason: string) => [
  { line: 1, quantity: 1, reason },
  { line: 2, quantity: 2, reason },
]

/** Asks for a return and receives all of it. */
async function receiveAll(order: Order, lines: ReturnType<typeof all>, isFault: boolean): Promise<string> {
  const preview = (await order.preview(lines, 'refund')).json()
  const id = await order.askId(lines, { kind: 'refund', refund: preview.refund })
  requireStatus(await shop.accept(id), 200)
  const received = lines.map(({ line, quantity }) => ({
    line,
    seen: { new: quantity, worn: 0, faulty: 0, missing: 0 },
    restock: 0,
    refund: quantity,
  }))
  requireStatus(await shop.admin(id, 'receive', { isFault, lines: received }), 200)
  return id
}

/** Pays a received return back. */
async function settle(id: string): Promise<number> {
  const { amount } = await shop.readReturn(id)
  requireStatus(await shop.admin(id, 'settle', { refund: amount.refund }), 200)
  return amount.refund
}

const takeBack = async (...[order, lines, isFault]: Parameters<typeof receiveAll>) => settle(await receiveAll(order, lines, isFault))

const readTotals = async (id: string) => (await taxed.readStored(id)).map(({ kind, total_paise }) => [kind, total_paise])

describe('the charges of an order', () => {
  test('are on its invoice with the tax of its items', async () => {
    const { id } = await deliver()
    const [invoice] = await taxed.readStored(id)
    expect(invoice?.total_paise).toBe(151_802)
    // ₹119 in proportion to ₹799 and ₹600.02, by largest remainder.
    expect(invoice?.lines).toMatchObject([
      { gross: 79_900, discount: -6_796, rate: 500, total: 86_696 },
      { gross: 60_002, discount: -5_104, rate: 500, total: 65_106 },
    ])
    const { taxable_paise: taxable = 0, cgst_paise: cgst = 0, sgst_paise: sgst = 0 } = invoice ?? {}
    expect(taxable + cgst + sgst).toBe(151_802)
  })

  test('do not raise the rate of an item whose price has the lower one', async () => {
    const kurta = await createTestProduct({ database, price: 2_620 })
    await shop.setPolicies({ ...charges, freeShippingFromRupees: 0 })
    const placed = await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([kurta]), toPay: 2_739 } })
    const { _id: id } = placed.json().order
    await taxed.pack(id)
    await taxed.issue()
    expect((await taxed.readStored(id))[0]).toMatchObject({ lines: [{ rate: 500, total: 273_900 }], total_paise: 273_900 })
  })

  test('stay with the shop when all items come back for another reason', async () => {
    const order = await deliver()
    expect((await order.preview(all('changed my mind'), 'refund')).json()).toEqual({
      ...{ goods: 1_399.02, fee: 100, refund: 1_299.02, isFault: false },
    })
    expect(await takeBack(order, all('changed my mind'), false)).toBe(1_299.02)
    expect(await readTotals(order.id)).toEqual([
      ['invoice', 151_802],
      ['credit note', 129_902],
    ])
    expect(await shop.findFaults()).toEqual([])
  })

  test('are paid back when all items come back because they are wrong', async () => {
    const order = await deliver()
    expect((await order.preview(all('wrong item'), 'refund')).json()).toEqual({
      ...{ goods: 1_399.02, charges: 119, fee: 0, refund: 1_518.02, isFault: true },
    })
    expect(await takeBack(order, all('wrong item'), true)).toBe(1_518.02)
    expect(await readTotals(order.id)).toEqual([
      ['invoice', 151_802],
      ['credit note', 151_802],
    ])
    expect(await shop.findFaults()).toEqual([])
  })

  test.each([
    {
      title: 'all faulty, one after the other',
      steps: [
        [1, 1, true],
        [2, 2, true],
      ],
      paid: [799, 719.02],
    },
    {
      title: 'all faulty, in the other order',
      steps: [
        [2, 2, true],
        [1, 1, true],
      ],
      paid: [600.02, 918],
    },
    {
      title: 'all faulty, in three returns',
      steps: [
        [2, 1, true],
        [1, 1, true],
        [2, 1, true],
      ],
      paid: [300.01, 799, 419.01],
    },
    { title: 'a part that is faulty', steps: [[1, 1, true]], paid: [799] },
    {
      title: 'the first one without a fault',
      steps: [
        [1, 1, false],
        [2, 2, true],
      ],
      paid: [699, 600.02],
    },
    {
      title: 'the last one without a fault',
      steps: [
        [1, 1, true],
        [2, 2, false],
      ],
      paid: [799, 500.02],
    },
  ] as const)('of several returns: $title', async ({ steps, paid }) => {
    const order = await deliver()
    const refunds: number[] = []
    for (const [line, quantity, isFault] of steps) {
      const reason = isFault ? 'faulty' : 'changed my mind'
      refunds.push(await takeBack(order, [{ line, quantity, reason }], isFault))
    }
    expect(refunds).toEqual(paid)
    const [[, invoice = 0] = [], ...notes] = (await readTotals(order.id)) as [string, number][]
    const credited = notes.reduce((sum, [, total]) => sum + total, 0)
    expect([invoice, credited]).toEqual([151_802, Math.round(paid.reduce((sum, amount) => sum + amount, 0) * 100)])
    expect(await shop.findFaults()).toEqual([])
  })

  test('come back with the return that is settled last, also when another one was withdrawn in between', async () => {
    const order = await deliver()
    const line1 = [{ line: 1, quantity: 1, reason: 'faulty' }]
    const line2 = [{ line: 2, quantity: 2, reason: 'wrong item' }]
    const first = await receiveAll(order, line1, true)
    const withdrawn = await order.askId(line2, { kind: 'refund', refund: 600.02 })
    requireStatus(await order.withdraw(withdrawn), 200)
    const second = await receiveAll(order, line2, true)
    expect([(await shop.readReturn(first)).amount.refund, (await shop.readReturn(second)).amount.refund]).toEqual([799, 600.02])
    expect(await settle(second)).toBe(600.02)
    expect((await shop.readReturn(first)).amount).toMatchObject({ goods: 799, charges: 119, refund: 918 })
    expect(await settle(first)).toBe(918)
    expect(await readTotals(order.id)).toEqual([
      ['invoice', 151_802],
      ['credit note', 60_002],
      ['credit note', 91_800],
    ])
    expect(await shop.findFaults()).toEqual([])
  })

  test('stay with the shop when a faulty item was exchanged, and when the shop finds no fault', async () => {
    const order = await deliver()
    const exchange = await order.askId([{ ...exchangeToL, reason: 'faulty' }])
    requireStatus(await shop.accept(exchange), 200)
    requireStatus(await shop.receive(exchange), 200)
    expect(await takeBack(order, [{ line: 2, quantity: 2, reason: 'faulty' }], true)).toBe(600.02)
    const other = await deliver()
    expect(await takeBack(other, all('faulty'), false)).toBe(1_299.02)
    expect(await shop.findFaults()).toEqual([])
  })

  test('are not asked again for the items of an exchange', async () => {
    const order = await deliver()
    const id = await order.askId([exchangeToL])
    requireStatus(await shop.accept(id), 200)
    requireStatus(await shop.receive(id), 200)
    const { exchange } = await shop.readReturn(id)
    expect(await taxed.read(exchange.order._id)).toMatchObject({ toPay: 0, adjustments: [{ source: 'exchange', amount: -799 }] })
    expect(await shop.findFaults()).toEqual([])
  })
})

test('the tables of GSTR-1 and the report of the day have the charges to the paisa', async () => {
  await deliver()
  const { rows } = await sql<{ total: number; taxable: number; month: string }>`
    select sum(case kind when 'invoice' then total_paise else -total_paise end)::float8 as total,
      sum(case kind when 'invoice' then taxable_paise else -taxable_paise end)::float8 as taxable,
      to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month
    from documents
  `.execute(database)
  const [sums] = rows
  const zip = await readZip((await request('GET', `/documents/month/${sums?.month}.zip`, { cookies })).rawPayload)
  const [name = ''] = Object.keys(zip).filter((file) => file.includes('hsn(b2c)'))
  const table = (zip[name] ?? '').trim().split('\r\n').slice(1)
  const sumOf = (column: number) => Math.round(table.reduce((sum, row) => sum + Number(row.split(',')[column]) * 100, 0))
  expect([sumOf(4), sumOf(6)]).toEqual([sums?.total, sums?.taxable])
  const { figures } = (await request('GET', '/order/admin/summary', { cookies })).json()
  const { placed } = await database
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<string>('to_pay_paise').as('placed'))
    .where('exchange_return_id', 'is', null)
    .executeTakeFirstOrThrow()
  expect(figures.placed.amount * 100).toBe(Number(placed))
})
