import type { CallReply } from '#contract/contract.ts'
import { toRupees } from '#contract/kernel/money.ts'
import type { EnteredProvider } from '#contract/settings/provider-keys.ts'
import { countOverdueTickets } from '../contact/admin-tickets.ts'
import { countRows } from '../database/count-rows.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { findDiscrepancies } from '../payments/review/discrepancies.ts'
import { countReturns } from './count-returns.ts'

const maxOrders = 5
const maxProducts = 5
const maxUnreadOrders = 100

interface Reader {
  readonly database: Database
  readonly userId: string
}

const readAt = ({ database, userId }: Reader) => database.selectFrom('users').select('notifications_read_at').where('id', '=', userId)

/** Orders that are placed and not confirmed. */
async function readNewOrders(reader: Reader) {
  const orders = reader.database.selectFrom('orders').where('status', '=', 'Placed')
  const [rows, unread] = await Promise.all([
    orders
      .select(['id', 'number', 'total_paise', 'delivery_address', 'placed_at'])
      .select((eb) => eb('placed_at', '>', readAt(reader)).as('unread'))
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxOrders)
      .execute(),
    orders.select('id').where('placed_at', '>', readAt(reader)).limit(maxUnreadOrders).execute(),
  ])
  return { rows, unread: unread.length }
}

/** Products that are sold out or low in stock. */
async function readLowStock(reader: Reader) {
  const low = reader.database.selectFrom('products').where(onSale).where('low_stock', 'is not', null)
  const [rows, { total, unread }] = await Promise.all([
    low
      .select(['id', 'name', 'stock'])
      .select((eb) => eb('low_stock_at', '>', readAt(reader)).as('unread'))
      .orderBy('low_stock_at', 'desc')
      .limit(maxProducts)
      .execute(),
    low
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .select((eb) => eb.fn.countAll<number>().filterWhere('low_stock_at', '>', readAt(reader)).as('unread'))
      .executeTakeFirstOrThrow(),
  ])
  return { products: rows.map(({ id, name, stock, unread }) => ({ _id: id, name, stock, unread: Boolean(unread) })), total, unread }
}

/** Packed orders whose invoices wait for something. */
async function countWaitingInvoices({ database }: Reader): Promise<number> {
  return countRows(database.selectFrom('invoice_requests').where('problem', 'is not', null))
}

/** What needs an administrator. New orders and stock changes are unread until this administrator has seen them. */
export async function readAdminNotifications({
  lacksMailServer,
  unreadableKeys,
  ...reader
}: Reader & { lacksMailServer: boolean; unreadableKeys: EnteredProvider[] }): Promise<CallReply<'GET /order/admin/notifications'>> {
  const [orders, lowStock, discrepancies, invoices, overdueTickets, returns] = await Promise.all([
    readNewOrders(reader),
    readLowStock(reader),
    findDiscrepancies(reader),
    countWaitingInvoices(reader),
    countOverdueTickets(reader),
    countReturns(reader),
  ])
  const payments = discrepancies.length
  return {
    orders: orders.rows.map(({ id, number, total_paise, delivery_address: { firstName, lastName }, placed_at, unread }) => ({
      _id: id,
      number,
      customer: `${firstName} ${lastName}`.trim(),
      totalPrice: toRupees(total_paise),
      createdAt: placed_at.toISOString(),
      unread: Boolean(unread),
    })),
    unreadOrders: orders.unread,
    payments,
    invoices,
    overdueTickets,
    returns,
    lowStock,
    lacksMailServer,
    unreadableKeys,
    unread:
      orders.unread +
      payments +
      invoices +
      overdueTickets +
      returns.asked +
      returns.received +
      returns.overdue +
      lowStock.unread +
      Number(lacksMailServer) +
      unreadableKeys.length,
  }
}
