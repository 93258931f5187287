import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { confirmationLimits } from '#contract/limits/confirmation-limits.ts'
import { type Paise, toPaise } from '#contract/money.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import { normalizePhone } from '../lifecycle/tracking.ts'
import type { OrderHistory } from './flags.ts'

/** Who places an order that is paid on delivery. */
export interface OrderSource {
  readonly phone: string
  readonly email: string
  /** the browser's own token; undefined when it has sent none */
  readonly device: string | undefined
  readonly ip: string
  /** the idempotency key: repeated requests at the same moment count once */
  readonly request: string | undefined
}

export interface OrderSize {
  readonly items: number
  readonly total: Paise
}

/** An order that is counted, placed or not. */
export interface CountedOrder extends OrderSize {
  readonly keys: readonly Buffer[]
  readonly countedAt: Date
}

interface OrderCapsOptions {
  readonly settings: Pick<
    Settings,
    'COD_ORDER_MAX_ITEMS' | 'COD_ORDER_MAX_RUPEES' | 'COD_DAILY_MAX_ITEMS' | 'COD_DAILY_MAX_RUPEES' | 'LIMITS_FACTOR'
  >
  readonly trackingKey: Buffer
  readonly hasCardPayment: boolean
}

/** The sums of one key in the last 24 hours, this order included. */
interface Sums {
  readonly key: Buffer
  readonly countedAt: Date
  readonly orders: number
  readonly items: number
  readonly total: number
  /** until the oldest order no longer counts */
  readonly secondsLeft: number
  readonly openOrders: number
  readonly hasRefused: boolean
}

/** Hashes what identifies a source, with a key that is derived from the one of the tracking links. */
export function createSourceHash({ trackingKey }: { trackingKey: Buffer }) {
  const key = createHmac('sha256', trackingKey).update('order-sources').digest()
  return (kind: keyof OrderSource, value: string): Buffer => createHmac('sha256', key).update(`${kind} ${value}`).digest()
}

/** The condition of an index. */
const openStatuses = sql`kind <> 'card' and status in ('Placed', 'Confirmed', 'Packed', 'Shipped')`

/** Room for an order within the caps of its source. */
export interface Reservation {
  /**
   * Counts the order, unless it was counted when it was reserved, and returns what is known about its source.
   *
   * @throws AppError 409 when the order is too large.
   * @throws AppError 429 when too much of its source is not confirmed.
   */
  confirm(order: { trx: Transaction; size: OrderSize }): Promise<{ counted: CountedOrder; history: OrderHistory }>
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
export function createOrderCaps({ settings, trackingKey, hasCardPayment }: OrderCapsOptions) {
  const hashSource = createSourceHash({ trackingKey })
  const maxItems = settings.COD_ORDER_MAX_ITEMS
  const maxTotal = toPaise(settings.COD_ORDER_MAX_RUPEES)
  const maxDailyItems = Math.ceil(settings.COD_DAILY_MAX_ITEMS * settings.LIMITS_FACTOR)
  const maxDailyTotal = Math.ceil(toPaise(settings.COD_DAILY_MAX_RUPEES) * settings.LIMITS_FACTOR)

  /** Why an order of this size cannot be placed, whoever places it; undefined when it can. */
  function findSizeError({ items, total }: OrderSize): AppError | undefined {
    if (items <= maxItems && total <= maxTotal) return undefined
    return new AppError('cod_order_too_large', { maxItems, maxRupees: settings.COD_ORDER_MAX_RUPEES, hasCardPayment })
  }

  /** Counts an order. `error`: it must not be placed, because too much of its source is not confirmed. */
  async function count({ database, source, size }: { database: Database; source: OrderSource; size: OrderSize }) {
    const hashes = {
      phone: hashSource('phone', normalizePhone(source.phone)),
      email: hashSource('email', source.email.trim().toLowerCase()),
      ip: hashSource('ip', source.ip),
      device: source.device === undefined ? undefined : hashSource('device', source.device),
    }
    const sourceKeys = Object.values(hashes).filter((hash) => hash !== undefined)
    // Of this source only: nobody makes room for an order by repeating the key of another one.
    const identified = [source.request, ...sourceKeys.map((key) => key.toString('hex'))].join(' ')
    const request = source.request === undefined ? undefined : hashSource('request', identified)
    const keys = request ? [...sourceKeys, request] : sourceKeys
    const { rows } = await sql<Sums>`
      with added as materialized (
        select key, hour, orders, items, total_paise, now() as counted_at from add_unconfirmed(${keys}, now(), 1, ${size.items}, ${size.total})
      )
      select key, counted_at as "countedAt", added.orders + coalesce(before.orders, 0)::int as orders,
        added.items + coalesce(before.items, 0)::int as items, (added.total_paise + coalesce(before.total_paise, 0))::float8 as total,
        extract(epoch from coalesce(before.hour, added.hour) + interval '25 hours' - now())::int as "secondsLeft",
        (select count(*)::int from (
          select from orders where delivery_address ->> 'phone' = ${source.phone} and ${openStatuses} limit ${sql.lit(confirmationLimits.maxOpenOrders)}
        ) as open_orders) as "openOrders",
        exists (select from orders where delivery_address ->> 'phone' = ${source.phone} and status = 'Refused') as "hasRefused"
      from added, lateral (
        select sum(orders) as orders, sum(items) as items, sum(total_paise) as total_paise, min(hour) filter (where orders > 0) as hour
        from unconfirmed_sums where key = added.key and hour < added.hour and hour >= added.hour - interval '24 hours'
      ) as before
    `.execute(database)
    const [first] = rows
    const sumsOf = (hash: Buffer | undefined) => rows.find(({ key }) => hash?.equals(key))
    const repeated = sumsOf(request) ?? { orders: 1, ...size }
    const othersOf = (hash: Buffer | undefined) => (sumsOf(hash) ?? repeated).orders - repeated.orders
    const history: OrderHistory = {
      openOrders: Math.max(
        first?.openOrders ?? 0,
        othersOf(hashes.phone),
        // Several people may share these.
        Math.floor(Math.max(othersOf(hashes.device), othersOf(hashes.ip)) / settings.LIMITS_FACTOR),
      ),
      hasRefused: first?.hasRefused ?? false,
    }
    const exceeded = rows.filter(
      ({ items, total }) => items - repeated.items + size.items > maxDailyItems || total - repeated.total + size.total > maxDailyTotal,
    )
    const retryAfterSeconds = Math.max(1, ...exceeded.map(({ secondsLeft }) => secondsLeft))
    const counted: CountedOrder = { ...size, keys, countedAt: first?.countedAt ?? new Date() }
    return {
      counted,
      history,
      error: exceeded.length > 0 ? new AppError('cod_limit_reached', { hasCardPayment, retryAfterSeconds }) : undefined,
    }
  }

  async function uncount({ database, counted }: { database: Database; counted: CountedOrder }): Promise<void> {
    const { keys, items, total, countedAt } = counted
    await sql`select from add_unconfirmed(${keys}, ${countedAt}, -1, ${-items}, ${-total})`.execute(database)
  }

  /**
   * Reserves room for an order. One whose size is known is counted at once, before its transaction, so that orders at the same moment
   * count each other without waiting for each other.
   */
  async function reserve({ database, source, size: reserved }: ReservationRequest): Promise<Reservation> {
    const check = reserved && (await count({ database, source, size: reserved }))
    return {
      async confirm({ trx, size }) {
        const sizeError = findSizeError(size)
        if (sizeError) throw sizeError
        const { error, ...confirmed } = check ?? (await count({ database: trx, source, size }))
        if (error) throw error
        return confirmed
      },
      release: async () => check && uncount({ database, counted: check.counted }),
    }
  }

  return { reserve }
}
