import type { DeliveryFigures, DeliveryGroup } from '#contract/figures/delivery-figures.ts'
import type { SalesFigures } from '#contract/figures/figures.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '#server/database/schema.ts'

interface Days {
  readonly from: string
  readonly to: string
}

export const noSales: SalesFigures = { units: 0, sales: 0, cancelled: 0, refused: 0, undelivered: 0, returned: 0 }

/** Reads all orders that figures count, and adds them up row by row. */
export async function readOrderSums({ database }: { database: Database }) {
  const [orders, archived, lines, parcels, returned] = await Promise.all([
    database.selectFrom('orders').selectAll().where('exchange_return_id', 'is', null).execute(),
    database.selectFrom('archived_orders').select('order_id').execute(),
    database.selectFrom('order_lines').selectAll().execute(),
    database.selectFrom('shipments').selectAll().execute(),
    database.selectFrom('return_lines').innerJoin('returns', 'returns.id', 'return_id').selectAll('return_lines').select('state').execute(),
  ])
  const listed = orders.filter(({ id }) => !archived.some(({ order_id }) => order_id === id))
  const accepted = returned.filter(({ state }) => state === 'received' || state === 'settled')
  const rows = listed.flatMap((order) =>
    lines
      .filter((line) => line.order_id === order.id)
      .map((line) => {
        const isSold = !['Cancelled', 'Refused', 'Undelivered'].includes(order.status)
        const countIf = (isCounted: boolean) => (isCounted ? line.quantity : 0)
        const back = accepted.filter((row) => row.order_id === order.id && row.line === line.line)
        return {
          day: toIndianDay(order.placed_at),
          product: line.product_id,
          size: line.size ?? '',
          paise: isSold ? line.price_paise * line.quantity + line.adjustment_paise : 0,
          ordered: countIf(order.status !== 'Cancelled'),
          figures: {
            units: countIf(isSold),
            cancelled: countIf(order.status === 'Cancelled'),
            refused: countIf(order.status === 'Refused'),
            undelivered: countIf(order.status === 'Undelivered'),
            returned: back.reduce((sum, row) => sum + (row.refunded ?? 0), 0),
          },
        }
      }),
  )
  type Row = (typeof rows)[number]

  const addRows = (of: readonly Row[]): SalesFigures => {
    const add = (read: (row: Row) => number) => of.reduce((sum, row) => sum + read(row), 0)
    return {
      units: add(({ figures }) => figures.units),
      sales: toRupees(add(({ paise }) => paise) as Paise),
      cancelled: add(({ figures }) => figures.cancelled),
      refused: add(({ figures }) => figures.refused),
      undelivered: add(({ figures }) => figures.undelivered),
      returned: add(({ figures }) => figures.returned),
    }
  }
  const isIn =
    ({ from, to }: Days) =>
    ({ day }: { day: string }) =>
      day >= from && day <= to

  /** The sales of some days by a key of a line, without those that are zero. */
  const sumSales = ({ key, ...days }: Days & { key: (row: Row) => string }): Record<string, SalesFigures> => {
    const sums = [...Map.groupBy(rows.filter(isIn(days)), key)].map(([name, of]) => [name, addRows(of)] as const)
    return Object.fromEntries(sums.filter(([, figures]) => Object.values(figures).some((value) => value !== 0)))
  }

  const days = listed.map((order) => ({ ...order, day: toIndianDay(order.placed_at) }))
  const placed = days.filter(({ status }) => status !== 'Cancelled')

  /** What was placed from one time until before another one. */
  const sumPlaced = ({ from, until }: { from: Date; until: Date }) => {
    const found = placed.filter(({ placed_at }) => placed_at >= from && placed_at < until)
    return { orders: found.length, sales: toRupees(found.reduce((sum, order) => sum + order.to_pay_paise, 0) as Paise) }
  }

  const readGroup = (by: DeliveryGroup) => (order: (typeof days)[number]) => {
    const names = {
      pin: order.delivery_address.pinCode.replace(/\D/g, '').slice(0, 3),
      state: order.delivery_address.state.trim().toLowerCase(),
      payment: order.manual_payment !== null ? 'to the shop' : order.kind === 'card' ? 'online' : 'on delivery',
      courier: parcels.find(({ order_id }) => order_id === order.id)?.courier ?? '',
    }
    return names[by]
  }

  /** The parcels that have left the shop, of the orders of some days; only those of a payment, if it is given. */
  const sumParcels = ({ by, payment, ...of }: Days & { by: DeliveryGroup; payment?: string }): Record<string, DeliveryFigures> => {
    const sent = days
      .filter(isIn(of))
      .filter(({ status }) => ['Shipped', 'Delivered', 'Refused', 'Undelivered'].includes(status))
      .filter((order) => payment === undefined || readGroup('payment')(order) === payment)
    const add = (orders: typeof sent): DeliveryFigures => {
      const count = (name: string) => orders.filter(({ status }) => status === name).length
      return { sent: orders.length, delivered: count('Delivered'), refused: count('Refused'), undelivered: count('Undelivered') }
    }
    return Object.fromEntries([...Map.groupBy(sent, readGroup(by))].map(([name, orders]) => [name, add(orders)]))
  }

  /** The items of a product, or of one size of it, of the orders that are not cancelled. */
  const sumOrdered = ({ product, size, ...of }: Days & { product: string; size?: string }) =>
    rows
      .filter(isIn(of))
      .filter((row) => row.product === product && (size === undefined || row.size === size))
      .reduce((sum, { ordered }) => sum + ordered, 0)

  /** The last day on which a product was ordered and not cancelled; null: never. */
  const findLastDay = (product: string) =>
    rows
      .filter((row) => row.product === product && row.ordered > 0)
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null

  return { countOrders: (of: Days) => placed.filter(isIn(of)).length, sumSales, sumPlaced, sumParcels, sumOrdered, findLastDay }
}
