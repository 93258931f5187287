import { toRupees } from '#contract/kernel/money.ts'
import { canBePaidOnline, needsConfirmation, needsPayment, noAnswer } from '#contract/orders/order-flags.ts'
import type { Actor } from '#contract/orders/order-status.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readEvents } from '../order/order-events.ts'
import type { OrderLinks } from '../order/order-links.ts'
import { presentJourney } from '../order/parcel-journey.ts'
import { isExchangeOnly, listOrderTransitions, presentKind, presentOrder } from '../order/present.ts'
import { findOrder, type OrderKey, type StoredOrder } from '../order/repository.ts'
import { readShipments } from '../order/shipments.ts'
import { needsAddress } from './complete-address.ts'
import { readOnlineSaving } from './online-discount.ts'

interface PayOnlineQuery {
  readonly database: Database
  readonly found: StoredOrder
  /** undefined when the shop takes no online payments */
  readonly paymentLinks: OrderLinks | undefined
}

interface PayOnline {
  readonly payOnlineLink?: string
  /** rupees */
  readonly payOnlineSaving?: number
}

/** Where an order on delivery can be paid online, and what that saves; empty when it cannot. */
export async function presentPayOnline({ database, found, paymentLinks }: PayOnlineQuery): Promise<PayOnline> {
  if (!paymentLinks || !canBePaidOnline(found.row)) return {}
  const saving = await readOnlineSaving({ database, found })
  return {
    payOnlineLink: paymentLinks.create(found.row.id, { revision: found.row.link_revision }),
    ...(saving > 0 && { payOnlineSaving: toRupees(saving) }),
  }
}

interface DetailQuery extends OrderKey {
  readonly actor: Actor
  readonly addressLinks: OrderLinks
  readonly confirmationLinks: OrderLinks
  /** undefined when the shop takes no online payments */
  readonly paymentLinks?: OrderLinks | undefined
}

/** The order and the return of an exchange. */
async function readExchangeOf({ database, returnId }: { database: Database; returnId: string | null }) {
  if (returnId === null) return {}
  const exchangeOf = await database
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.id as order', 'orders.number', 'returns.number as return', 'returns.id as returnId'])
    .where('returns.id', '=', returnId)
    .executeTakeFirstOrThrow()
  return { exchangeOf }
}

/** An order with its events, the statuses that `actor` can give it, and the links of what its shopper has to do. Throws `AppError` (404). */
export async function readOrderDetail({ actor, addressLinks, confirmationLinks, paymentLinks, ...key }: DetailQuery) {
  const found = await findOrder(key)
  if (!found) throw new AppError('not_found')
  const { id, version, flags, link_revision: revision, returned_parcel: returnedParcel, delivery_address: deliveryAddress } = found.row
  const events = await readEvents({ database: key.database, orderId: id, reader: actor })
  const shipments = await readShipments({ database: key.database, orderId: id })
  const isCancellable = !isExchangeOnly({ order: found.row, lines: found.lines, actor })
  const transitions = listOrderTransitions({ order: found.row, actor }).filter((to) => to !== 'Cancelled' || isCancellable)
  const addressLink = needsAddress(found.row) ? addressLinks.create(id, { revision }) : null
  const isUnanswered = events.some(({ type }) => type === noAnswer)
  return {
    ...presentOrder(found),
    lines: found.lines,
    kind: presentKind(found.row),
    ...(await readExchangeOf({ database: key.database, returnId: found.row.exchange_return_id })),
    deliveryAddress,
    events,
    transitions,
    shipments,
    ...(shipments.length > 0 && (await presentJourney({ database: key.database, orderId: id }))),
    version,
    flags,
    isUnanswered,
    cancelsAt: found.row.cancels_at?.toISOString() ?? null,
    returnedParcel,
    addressLink,
    confirmationLink: needsConfirmation(found.row) ? confirmationLinks.create(id, { revision }) : null,
    paymentLink: needsPayment(found.row) ? confirmationLinks.create(id, { revision }) : null,
    ...(await presentPayOnline({ database: key.database, found, paymentLinks })),
  }
}
