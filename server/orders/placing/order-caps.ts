import { sql } from 'kysely'
import { confirmationLimits } from '#contract/kernel/limits/confirmation-limits.ts'
import { type Paise, toPaise } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { findIpFactor, ipRangeFactor } from '../../database/rate-limit.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import type { LockedProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { type OrderItem, sumItems } from '../order/rules.ts'
import { hasReceivedOrder, requireCod } from './cod-terms.ts'
import type { Confirmation, OrderHistory } from './find-flags.ts'
import { readTrust } from './known-source.ts'
import { hashOrderSource, listCountedKeys, type OrderSource, type SourceKeys, type Trust } from './order-source.ts'
import { findProductError } from './product-caps.ts'

export interface OrderSize {
  readonly items: number
  readonly total: Paise
}

/** An order that is counted, placed or not. */
export interface CountedOrder extends OrderSize {
  readonly keys: SourceKeys
  readonly trust: Trust
  readonly countedAt: Date
  /** how many times the limits of a person its IP address has */
  readonly ipFactor: number
}

interface OrderCapsOptions {
  readonly settings: Pick<Settings, 'LIMITS_FACTOR'>
  readonly shopSettings: { readonly current: ShopSettings }
  readonly trackingKey: Buffer
  readonly hasCardPayment: () => boolean
}

/** The sums of one key in the last 24 hours, this order included. */
interface Sums {
  readonly key: Buffer
  readonly countedAt: Date
  /** not confirmed */
  readonly orders: number
  readonly items: number
  readonly total: number
  /** also confirmed by their link, or cancelled */
  readonly placedItems: number
  readonly placedTotal: number
  /** until the oldest order no longer counts */
  readonly secondsLeft: number
  readonly openOrders: number
  readonly hasRefused: boolean
  readonly trust: Trust
}

type Counts = Pick<Sums, 'orders' | 'items' | 'total' | 'placedItems' | 'placedTotal'>

interface CapCheck {
  readonly rows: readonly Sums[]
  readonly keys: SourceKeys
  /** of the IP address */
  readonly ipFactor: number
  /** of the repeated request */
  readonly repeated: Counts
  readonly size: OrderSize
  readonly cap: { readonly items: number; readonly total: number }
  readonly select: (sums: Counts) => { readonly items: number; readonly total: number }
}

/** The condition of an index. */
const openStatuses = sql`kind <> 'card' and status in ('Placed', 'Confirmed', 'Packed', 'Shipped')`

interface ConfirmedOrder {
  readonly trx: Transaction
  readonly items: readonly OrderItem[]
  readonly products: LockedProducts
  readonly total: Paise
  /** with its discounts and fees */
  readonly toPay: Paise
  /** where it goes */
  readonly pin: string
}

/** Room for an order within the caps of its source. */
export interface Reservation {
  /**
   * Counts the order, unless it was counted when it was reserved, and returns what is known about its source.
   *
   * @throws AppError 409 when nothing is delivered there, or cash on delivery is not offered.
   * @throws AppError 409 when the order is too large.
   * @throws AppError 409 when its source would have too much of a product.
   * @throws AppError 429 when its source has ordered too much today, or too much of it is not confirmed.
   */
  confirm(order: ConfirmedOrder): Promise<{ counted: CountedOrder; history: OrderHistory; confirmation: Confirmation }>
  /** Takes the order back that was counted when it was reserved, because it is not placed or was placed before. */
  release(): Promise<void>
}

interface ReservationRequest {
  readonly database: Database
  readonly source: OrderSource
  /** undefined for a cart, whose size is known in the transaction only */
  readonly size?: OrderSize
}

/** The caps on orders that are paid on delivery, see decision 47. */
export function createOrderCaps({ settings, shopSettings, trackingKey, hasCardPayment }: OrderCapsOptions) {
  const daily = (count: number) => Math.ceil(count * settings.LIMITS_FACTOR)

  /** Why nobody can place an order of this size; undefined when it can. */
  function findSizeError({ items, total }: OrderSize): AppError | undefined {
    const { codOrderMaxItems: maxItems, codOrderMaxRupees: maxRupees } = shopSettings.current.orders
    if (items <= maxItems && total <= toPaise(maxRupees)) return undefined
    return new AppError('cod_order_too_large', { maxItems, maxRupees, hasCardPayment: hasCardPayment() })
  }

  /** The sums of more than a cap. `select`: what of the sums has the cap. */
  function listExceeded({ rows, keys, ipFactor, repeated, size, cap, select }: CapCheck): Sums[] {
    return rows.filter((row) => {
      const factor = row.key.equals(keys.ipRange) ? ipRangeFactor * ipFactor : row.key.equals(keys.ip) ? ipFactor : 1
      const [sums, again] = [select(row), select(repeated)]
      return sums.items - again.items + size.items > cap.items * factor || sums.total - again.total + size.total > cap.total * factor
    })
  }

  /** Counts an order. `error`: it must not be placed, because its source has ordered too much. */
  async function count({ database, source, size }: { database: Database; source: OrderSource; size: OrderSize }) {
    const keys = hashOrderSource({ trackingKey, source })
    const { phone, account, device } = source
    const { rows } = await sql<Sums>`
      with source as materialized (select ${readTrust({ phone, userId: account, device })} as trust),
      added as materialized (
        select key, hour, orders, items, total_paise, placed_items, placed_paise, now() as counted_at, trust
        from source, add_order_sums(
          case trust when 'proven' then ${listCountedKeys({ keys, trust: 'proven' })}::bytea[]
            when 'phone' then ${listCountedKeys({ keys, trust: 'phone' })}::bytea[] else ${listCountedKeys({ keys, trust: 'none' })}::bytea[] end,
          now(), 1, ${size.items}, ${size.total}, ${size.items}, ${size.total}
        ) as added
      )
      select key, trust, counted_at as "countedAt", added.orders + coalesce(before.orders, 0)::int as orders,
        added.items + coalesce(before.items, 0)::int as items, (added.total_paise + coalesce(before.total_paise, 0))::float8 as total,
        added.placed_items + coalesce(before.placed_items, 0)::int as "placedItems",
        (added.placed_paise + coalesce(before.placed_paise, 0))::float8 as "placedTotal",
        extract(epoch from coalesce(before.hour, added.hour) + interval '25 hours' - now())::int as "secondsLeft",
        (select count(*)::int from (
          select from orders where delivery_address ->> 'phone' = ${source.phone} and ${openStatuses} limit ${sql.lit(confirmationLimits.maxOpenOrders)}
        ) as open_orders) as "openOrders",
        exists (select from orders where delivery_address ->> 'phone' = ${source.phone} and status = 'Refused') as "hasRefused"
      from added, lateral (
        select sum(orders) as orders, sum(items) as items, sum(total_paise) as total_paise, sum(placed_items) as placed_items,
          sum(placed_paise) as placed_paise, min(hour) filter (where orders > 0 or placed_items > 0) as hour
        from unconfirmed_sums where key = added.key and hour < added.hour and hour >= added.hour - interval '24 hours'
      ) as before
    `.execute(database)
    const [first] = rows
    const sumsOf = (key: Buffer | undefined) => rows.find((row) => key?.equals(row.key))
    const repeated: Counts = sumsOf(keys.request) ?? { orders: 1, ...size, placedItems: size.items, placedTotal: size.total }
    const othersOf = (key: Buffer | undefined) => (sumsOf(key) ?? repeated).orders - repeated.orders
    const history: OrderHistory = {
      openOrders: Math.max(
        first?.openOrders ?? 0,
        othersOf(keys.phone),
        // Several people may share these. An IP address is not among them: a carrier gives one to thousands.
        Math.floor(Math.max(othersOf(keys.device), othersOf(keys.email)) / settings.LIMITS_FACTOR),
      ),
      hasRefused: first?.hasRefused ?? false,
    }
    const caps = shopSettings.current.orders
    const unconfirmedCap = { items: daily(caps.codDailyMaxItems), total: daily(toPaise(caps.codDailyMaxRupees)) }
    const placedCap = { items: daily(caps.codDailyMaxPlacedItems), total: daily(toPaise(caps.codDailyMaxPlacedRupees)) }
    const ipFactor = findIpFactor(source.ip)
    const check = { rows, keys, ipFactor, repeated, size }
    const unconfirmed = listExceeded({ ...check, cap: unconfirmedCap, select: ({ items, total }) => ({ items, total }) })
    const placed = listExceeded({
      ...check,
      cap: placedCap,
      select: ({ placedItems, placedTotal }) => ({ items: placedItems, total: placedTotal }),
    })
    const counted: CountedOrder = { ...size, keys, trust: first?.trust ?? 'none', countedAt: first?.countedAt ?? new Date(), ipFactor }
    const exceeded = [...unconfirmed, ...placed]
    if (exceeded.length === 0) return { counted, history }
    const retryAfterSeconds = Math.max(1, ...exceeded.map(({ secondsLeft }) => secondsLeft))
    const code = unconfirmed.length > 0 ? 'cod_limit_reached' : 'cod_placed_limit_reached'
    return { counted, history, error: new AppError(code, { hasCardPayment: hasCardPayment(), retryAfterSeconds }) }
  }

  async function uncount({ database, counted }: { database: Database; counted: CountedOrder }): Promise<void> {
    const { items, total, countedAt } = counted
    await sql`
      select from add_order_sums(${listCountedKeys(counted)}, ${countedAt}, -1, ${-items}, ${-total}, ${-items}, ${-total})
    `.execute(database)
  }

  /**
   * Reserves room for an order. One whose size is known is counted at once, before its transaction, so that orders at the same moment
   * count each other without waiting for each other.
   */
  async function reserve({ database, source, size: reserved }: ReservationRequest): Promise<Reservation> {
    const check = reserved && (await count({ database, source, size: reserved }))
    return {
      async confirm({ trx, items, products, total, toPay, pin }) {
        const person = { trx, phone: source.phone, userId: source.account }
        await requireCod({ ...person, trackingKey, pin, toPay, settings: shopSettings.current.orders })
        const size = { items: sumItems(items), total }
        const sizeError = findSizeError(size)
        if (sizeError) throw sizeError
        const { error, ...confirmed } = check ?? (await count({ database: trx, source, size }))
        if (error) throw error
        const maxPercent = shopSettings.current.orders.codProductMaxPercent * settings.LIMITS_FACTOR
        const productError = await findProductError({
          trx,
          ...confirmed.counted,
          items,
          products,
          maxPercent,
          hasCardPayment: hasCardPayment(),
        })
        if (productError) throw productError
        const confirmation = shopSettings.current.orders.codConfirmation
        if (confirmation !== 'first') return { ...confirmed, confirmation }
        return { ...confirmed, confirmation, history: { ...confirmed.history, hasReceived: await hasReceivedOrder(person) } }
      },
      release: async () => check && uncount({ database, counted: check.counted }),
    }
  }

  return { reserve }
}
