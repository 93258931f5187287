import { sql } from 'kysely'
import type { ProfitKey } from '#contract/figures/profit-lines.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { paise as toPaise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '#server/database/schema.ts'
import { readRates } from '#server/figures/profit/profit-rates.ts'

type Counted = Exclude<ProfitKey, 'netSales' | 'profit'>

interface Amount {
  /** such as 2026-11 */
  readonly month: string
  readonly key: Counted
  /** what reduces the profit is negative */
  readonly paise: number
}

const monthOf = (at: Date): string => toIndianDay(at).slice(0, 7)
const findLatest = (moments: readonly Date[]): Date | undefined => moments.toSorted((one, other) => other.getTime() - one.getTime())[0]
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

async function readRows(database: Database) {
  return {
    orders: await database.selectFrom('orders').selectAll().execute(),
    lines: await database.selectFrom('order_lines').selectAll().execute(),
    events: await database.selectFrom('order_events').selectAll().execute(),
    adjustments: await database.selectFrom('order_adjustments').selectAll().execute(),
    returns: await database.selectFrom('returns').selectAll().execute(),
    returnLines: await database.selectFrom('return_lines').selectAll().execute(),
    reductions: await database.selectFrom('price_reductions').selectAll().execute(),
    documents: await database.selectFrom('documents').selectAll().execute(),
    payments: await database.selectFrom('captured_payments').selectAll().execute(),
    settled: await database.selectFrom('settlement_rows').selectAll().where('kind', '=', 'payment').execute(),
    expenses: await database
      .selectFrom('expenses')
      .select(['amount_paise', sql<string>`to_char(day, 'YYYY-MM')`.as('month')])
      .execute(),
  }
}
type Rows = Awaited<ReturnType<typeof readRows>>

/** The last time that something happened to an order. */
function findLast({ events }: Rows, { id, event, isAlsoInternal = false }: { id: string; event: string; isAlsoInternal?: boolean }) {
  const found = events.filter((row) => row.order_id === id && row.event === event && (isAlsoInternal || !row.internal))
  return findLatest(found.map(({ happened_at }) => happened_at))
}

/** The amounts of an order, except for its returns. */
function listOrderAmounts(rows: Rows, order: Rows['orders'][number], rates: Awaited<ReturnType<typeof readRates>>): Amount[] {
  const { id, status } = order
  const lines = rows.lines.filter(({ order_id }) => order_id === id)
  const cost = sum(lines.map(({ cost_paise, quantity }) => (cost_paise ?? 0) * quantity))
  const amounts: Amount[] = []
  const add = (at: Date | undefined, key: Counted, paise: number) => at && amounts.push({ month: monthOf(at), key, paise })
  const delivered = findLast(rows, { id, event: 'Delivered' })
  if (delivered && status === 'Delivered') {
    const adjustments = rows.adjustments.filter(({ order_id }) => order_id === id)
    const charges = sum(adjustments.filter(({ kind }) => kind === 'fee').map(({ amount_paise }) => amount_paise))
    const exchanged = sum(adjustments.filter(({ source }) => source === 'exchange').map(({ amount_paise }) => amount_paise))
    add(delivered, 'items', order.total_paise + exchanged)
    add(delivered, 'charges', charges)
    add(delivered, 'discounts', order.adjustment_paise - charges - exchanged)
    add(delivered, 'goods', -cost)
    for (const { issued_at, kind, cgst_paise, sgst_paise, igst_paise } of rows.documents.filter(({ order_id }) => order_id === id)) {
      const tax = cgst_paise + sgst_paise + igst_paise
      add(findLatest([issued_at, delivered]), 'tax', kind === 'credit note' ? tax : -tax)
    }
  }
  if (status === 'Delivered')
    for (const { order_id, reduced_at, amount_paise } of rows.reductions) if (order_id === id) add(reduced_at, 'returned', -amount_paise)
  if (order.returned_parcel === 'damaged') add(findLast(rows, { id, event: 'Parcel received', isAlsoInternal: true }), 'goods', -cost)
  const isSent = ['Shipped', 'Delivered', 'Refused', 'Undelivered'].includes(status) && !order.is_taken_away
  if (isSent) add(findLast(rows, { id, event: 'Shipped' }), 'freight', -rates.freight)
  if (status === 'Refused' || status === 'Undelivered')
    for (const event of ['Refused', 'Undelivered']) add(findLast(rows, { id, event }), 'returnFreight', -rates.returnFreight)
  return amounts
}

/** What a return pays back, which goods are in stock again, and the freight of its pickup. */
function listReturnAmounts(rows: Rows, { id, ...asked }: Rows['returns'][number], rates: Awaited<ReturnType<typeof readRates>>): Amount[] {
  const amounts: Amount[] = []
  const { settled_at, accepted_at, pickup_booked_at, state, handover, kind } = asked
  for (const line of rows.returnLines.filter(({ return_id }) => return_id === id)) {
    if (state !== 'settled' || !settled_at) continue
    const item = rows.lines.find(({ order_id, line: number }) => order_id === line.order_id && number === line.line)
    if (kind === 'refund')
      amounts.push({ month: monthOf(settled_at), key: 'returned', paise: -(line.credit_paise ?? line.refund_paise ?? 0) })
    amounts.push({ month: monthOf(settled_at), key: 'goods', paise: (line.restocked ?? 0) * (item?.cost_paise ?? 0) })
  }
  const pickedUp = pickup_booked_at ?? accepted_at
  if (handover === 'pickup' && ['picked up', 'received', 'settled'].includes(state) && pickedUp)
    amounts.push({ month: monthOf(pickedUp), key: 'returnFreight', paise: -rates.returnFreight })
  return amounts
}

/** Reads all rows that profit and loss is made of and adds them up one by one. Returns the rupees of a line in a month. */
export async function sumProfitLives({ database }: { database: Database }): Promise<(month: string) => Record<ProfitKey, number>> {
  const rows = await readRows(database)
  const rates = await readRates({ database })
  const amounts = [
    ...rows.orders.flatMap((order) => listOrderAmounts(rows, order, rates)),
    ...rows.returns.flatMap((asked) => listReturnAmounts(rows, asked, rates)),
    ...rows.payments.map(({ provider_payment_id: id, captured_at, amount_paise }): Amount => {
      const settled = rows.settled.find(({ entity_id }) => entity_id === id)
      return { month: monthOf(captured_at), key: 'fees', paise: -(settled?.fee_paise ?? Math.round((amount_paise * rates.feeBp) / 10_000)) }
    }),
    ...rows.expenses.map(({ month, amount_paise }): Amount => ({ month, key: 'expenses', paise: -amount_paise })),
  ]
  return (month) => {
    const add = (...keys: readonly Counted[]) =>
      sum(amounts.filter((each) => each.month === month && keys.includes(each.key)).map(({ paise }) => paise))
    const netSales = add('items', 'charges', 'discounts', 'returned', 'tax')
    const costs = ['goods', 'freight', 'returnFreight', 'fees', 'expenses'] as const
    const lines = ['items', 'charges', 'discounts', 'returned', 'tax', ...costs] as const
    const paise = { ...Object.fromEntries(lines.map((key) => [key, add(key)])), netSales, profit: netSales + add(...costs) }
    return Object.fromEntries(Object.entries(paise).map(([key, amount]) => [key, toRupees(toPaise(amount))])) as Record<ProfitKey, number>
  }
}
