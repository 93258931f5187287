import type { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { toIndianTime } from '#contract/kernel/indian-time.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import type { ExportRows } from '#contract/orders/order-export.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import { type CsvCell, createCsvStream } from '../../csv/write-csv.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { readCashDue } from '../order/cash-due.ts'
import { type OrderRow, presentKind } from '../order/present.ts'
import { listLineItems, type OrderLine, type OrderQuery } from '../order/repository.ts'
import type { LineItem } from '../order/rules.ts'

const ordersPerQuery = 500

/** The columns of an order that every row of the file repeats. */
const orderColumns: Readonly<Record<string, (order: OrderRow) => CsvCell>> = {
  Order: ({ number }) => number,
  'Placed (IST)': ({ placed_at }) => toIndianTime(placed_at),
  Status: ({ status }) => status,
  Type: presentKind,
  Payment: ({ payment_status }) => payment_status,
  'First name': ({ delivery_address }) => delivery_address.firstName,
  'Last name': ({ delivery_address }) => delivery_address.lastName,
  Address: ({ delivery_address }) => delivery_address.address,
  Landmark: ({ delivery_address }) => delivery_address.landmark ?? '',
  City: ({ delivery_address }) => delivery_address.city,
  State: ({ delivery_address }) => delivery_address.state,
  'PIN code': ({ delivery_address }) => delivery_address.pinCode,
  Phone: ({ delivery_address }) => delivery_address.phone,
  Email: ({ delivery_address }) => delivery_address.email,
}

/** The items of an exchange are no sale: only its fee counts. */
const isSale = ({ exchange_return_id: returnId }: OrderRow): boolean => returnId === null

/** Amounts of the whole order: in its first row only, so that the sum of the column is right. */
const amountColumns: Readonly<Record<string, (order: OrderRow) => Paise>> = {
  'Order total': (order) => (isSale(order) ? order.total_paise : paise(0)),
  Paid: ({ paid_paise }) => paid_paise,
  Refunded: ({ refunded_paise }) => refunded_paise,
  'Cash to collect': readCashDue,
  // Last, so that files of earlier versions have the same columns before them.
  'Discounts and fees': (order) => (isSale(order) ? order.adjustment_paise : order.to_pay_paise),
  'To pay': ({ to_pay_paise }) => to_pay_paise,
}

const itemColumns: Readonly<Record<string, (line: LineItem) => CsvCell>> = {
  Product: ({ name }) => name,
  Size: ({ size }) => size,
  Quantity: ({ quantity }) => quantity,
  Price: ({ price }) => toRupees(price),
}

/** Last, so that files of earlier versions have the same columns before them. */
const skuColumn = 'SKU'
const noteColumns: Readonly<Record<string, (order: OrderRow) => CsvCell>> = {
  Note: ({ shopper_note }) => shopper_note,
  Gift: ({ is_gift }) => (is_gift ? 'Yes' : ''),
}

/** Couriers and tracking numbers of an order's parcels, as a spreadsheet shows several. */
type Parcels = Pick<Selectable<Tables['shipments']>, 'courier' | 'tracking_number'>[]

const parcelColumns: Readonly<Record<string, (parcels: Parcels) => CsvCell>> = {
  Courier: (parcels) => parcels.map(({ courier }) => couriers[courier as CourierKey]?.name ?? courier).join('; '),
  'Tracking number': (parcels) => parcels.map(({ tracking_number: number }) => number ?? '').join('; '),
}

const describeItems = (lines: readonly LineItem[]) =>
  lines.map(({ name, size, quantity }) => `${quantity} × ${name}${size ? ` (${size})` : ''}`).join('; ')

const headers: Record<ExportRows, string[]> = {
  items: [
    ...Object.keys(orderColumns),
    ...Object.keys(parcelColumns),
    ...Object.keys(itemColumns),
    ...Object.keys(amountColumns),
    skuColumn,
    ...Object.keys(noteColumns),
  ],
  orders: [
    ...Object.keys(orderColumns),
    ...Object.keys(parcelColumns),
    'Items',
    ...Object.keys(amountColumns),
    skuColumn,
    ...Object.keys(noteColumns),
  ],
}

interface ExportedOrder {
  readonly order: OrderRow
  readonly lines: readonly OrderLine[]
  readonly parcels: Parcels
  /** SKUs by line */
  readonly skus: ReadonlyMap<number, string>
  readonly rows: ExportRows
}

function buildRows({ order, lines, parcels, skus, rows }: ExportedOrder): CsvCell[][] {
  const details = [...Object.values(orderColumns).map((read) => read(order)), ...Object.values(parcelColumns).map((read) => read(parcels))]
  const amounts = Object.values(amountColumns).map((read) => toRupees(read(order)))
  const notes = Object.values(noteColumns).map((read) => read(order))
  if (rows === 'orders') return [[...details, describeItems(lines), ...amounts, [...skus.values()].join('; '), ...notes]]
  return lines.map((line, index) => [
    ...details,
    ...Object.values(itemColumns).map((read) => read(line)),
    ...amounts.map((amount) => (index === 0 ? amount : '')),
    skus.get(line.line) ?? '',
    ...notes,
  ])
}

async function listParcels({ database, ids }: { database: Database; ids: readonly string[] }) {
  const parcels = await database
    .selectFrom('shipments')
    .select(['order_id', 'courier', 'tracking_number'])
    .where('order_id', 'in', ids)
    .where('direction', '=', 'forward')
    .orderBy('created_at')
    .execute()
  return Map.groupBy(parcels, (parcel) => parcel.order_id)
}

/** The SKUs that the sizes of the lines have now, by order and line. */
async function listSkus({ database, ids }: { database: Database; ids: readonly string[] }) {
  const rows = await database
    .selectFrom('order_lines')
    .innerJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'order_lines.product_id').onRef('product_sizes.size', '=', 'order_lines.size'),
    )
    .select(['order_id', 'line', 'sku'])
    .where('order_id', 'in', ids)
    .where('sku', 'is not', null)
    .orderBy('line')
    .execute()
  const skus = new Map<string, Map<number, string>>()
  for (const { order_id, line, sku } of rows) {
    const ofOrder = skus.get(order_id) ?? new Map<number, string>()
    skus.set(order_id, ofOrder.set(line, sku ?? ''))
  }
  return skus
}

interface OrderExport {
  readonly database: Database
  readonly orders: OrderQuery
  readonly rows: ExportRows
  readonly oldestFirst: boolean
  /** called after the last order */
  readonly onEnd: (count: number) => void
}

/**
 * The orders of a query as CSV, written in parts: of a large shop no more than one part is in memory. The query runs before this
 * resolves, so that its errors become replies.
 */
export async function exportOrders(options: OrderExport): Promise<Readable> {
  const direction = options.oldestFirst ? 'asc' : 'desc'
  // The ids first, in order of time: a search would run again for each part.
  const found = await options.orders.select('orders.id').orderBy('orders.id', direction).execute()
  const parts = readParts({ ...options, direction, ids: found.map(({ id }) => id) })
  return createCsvStream({ columns: headers[options.rows], parts })
}

interface Parts extends Omit<OrderExport, 'orders' | 'oldestFirst'> {
  readonly ids: readonly string[]
  readonly direction: 'asc' | 'desc'
}

async function* readParts({ database, ids: all, rows, direction, onEnd }: Parts): AsyncGenerator<CsvCell[][]> {
  for (let start = 0; start < all.length; start += ordersPerQuery) {
    const ids = all.slice(start, start + ordersPerQuery)
    const [found, lines, parcels, skus] = await Promise.all([
      database.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id', direction).execute(),
      listLineItems({ database, ids }),
      listParcels({ database, ids }),
      listSkus({ database, ids }),
    ])
    const read = (order: OrderRow): ExportedOrder => ({
      order,
      lines: lines.get(order.id) ?? [],
      parcels: parcels.get(order.id) ?? [],
      skus: skus.get(order.id) ?? new Map(),
      rows,
    })
    yield found.flatMap((order) => buildRows(read(order)))
  }
  onEnd(all.length)
}
