import { sql } from 'kysely'
import { isAddressComplete, type SavedAddress } from '#contract/kernel/address.ts'
import { formatRupees, type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { type Adjustment, calculateOrder } from '#contract/kernel/pricing.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import type { ChargePolicies } from '#contract/orders/charges.ts'
import { type OrderFlag, paymentLink } from '#contract/orders/order-flags.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PhoneOrderPayment } from '#contract/orders/phone-orders.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { lockShopper } from '../../accounts/users/lock-shopper.ts'
import { takeCartCode } from '../../cart/cart-code.ts'
import { emptyCart } from '../../cart/repository.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import type { ChangedStock } from '../../database/product-changes.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { sumByStock } from '../../inventory/size-rules.ts'
import { type LockedProducts, lockProducts, takeStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordUses } from '../../offers/use-offers.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import type { NewEvent } from '../order/order-events.ts'
import { presentOrder } from '../order/present.ts'
import { mergeItems, type OrderedItems, type OrderItem, toLineItems, toOrderItem, validateItems, validateOrder } from '../order/rules.ts'
import { findFlags } from './find-flags.ts'
import { type EnteredPayment, insertOrder, type NewOrder } from './insert-order.ts'
import type { Reservation } from './order-caps.ts'
import { addOrderCharges } from './order-charges.ts'
import { chooseOrderOffers, findOfferError, type OfferRequest } from './order-offers.ts'
import type { PurchaseReport } from './purchase-report.ts'
import type { Referral } from './referral.ts'

/** What is ordered, and the total that the shopper saw. */
interface OrderRequest {
  readonly items: readonly OrderItem[]
  /** in place of the offers and charges of the moment */
  readonly adjustments?: readonly Adjustment[]
  readonly expectedTotal: Paise
  /** what an administrator has agreed with the customer */
  readonly agreedDiscount?: Adjustment | undefined
  /** whether a total below the expected one is accepted */
  readonly acceptsLower?: boolean
  /** the request names no amount: the expected total is that of the stored cart */
  readonly isOfCart?: boolean
  /** of an offer; null without one */
  readonly offerCode?: string | null
}

/** What an administrator who enters an order says about it. */
export interface PlacedBy {
  readonly administratorId: string
  readonly payment: PhoneOrderPayment
  /** of an order that is paid already */
  readonly manualPayment: EnteredPayment | undefined
  /** how many days ago it was placed */
  readonly daysAgo: number
  /** hands over the items of an order that is taken away, in the order's transaction; undefined for every other order */
  readonly handOver: ((placed: { trx: Transaction; orderId: string }) => Promise<void>) | undefined
}

interface UnpaidOrder extends ShopperNote {
  readonly kind: 'guest' | 'cod'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly claim: IdempotencyKey
  /** the administrator who enters the order; undefined when the shopper places it */
  readonly takenBy?: PlacedBy
  /** undefined when it is not known */
  readonly referral?: Referral | undefined
  /** undefined unless the shopper agrees */
  readonly report?: PurchaseReport | undefined
  /** undefined for an order that has no offers, such as one by phone */
  readonly offers?: Pick<OfferRequest, 'person' | 'shownToPay'>
  /** of the moment: its charges are added */
  readonly policies: ChargePolicies
  /** runs in the order's transaction, so that an emptied cart is restored when the order is rejected */
  readonly takeItems: (trx: Transaction) => Promise<OrderRequest>
}

interface PlacedOrder {
  readonly order: Order
  /** the products whose stock is lower and above 0; undefined when one of them, or a size, is sold out by the order */
  readonly changedStock: ChangedStock
}

interface Placement {
  readonly database: Database
  /** undefined for an order that an administrator takes, which has no caps */
  readonly reservation: Reservation | undefined
  readonly order: UnpaidOrder
}

/**
 * Places an order that is not paid online, in one transaction. The same idempotency key gives the same answer.
 * A rejected order changes nothing.
 *
 * @throws AppError 409 when a product is gone, sold out or short, when the total is not what the shopper saw, when the key came with
 * another body, when its code does not count or is used up, when nothing is delivered to its PIN code, when cash on delivery is not offered,
 * when the order is too large, or when its source would have too much of a product.
 * @throws AppError 429 when its source has ordered too much today, or too much of it is not confirmed.
 */
export async function placeOrder({ database, reservation, order }: Placement): Promise<PlacedOrder> {
  try {
    const write = (trx: Transaction) => writeOrder({ trx, order, reservation })
    const { answer, isRepeated, changedStock } = await retryTransaction(() => database.transaction().execute(write))
    if (isRepeated) await reservation?.release()
    return { order: answer, changedStock }
  } catch (error) {
    // After another error it is not known whether the order was placed.
    if (error instanceof AppError) await reservation?.release()
    throw error
  }
}

/** Throws `AppError` for items that cannot be ordered, and (400) for a discount that leaves less than a rupee of them. */
function requirePossibleDiscount({ discount, items, products }: OrderedItems & { discount: Adjustment }): void {
  const violation = validateItems({ items, products })
  if (violation) throw violation
  const { total } = calculateOrder({ lines: toLineItems({ items, products }) })
  if (total + discount.amount >= toPaise(1)) return
  throw new AppError('invalid_request', { fields: { discount: `The discount must be less than ${formatRupees(toRupees(total))}.` } })
}

/**
 * Locks, in this order: idempotency key, shopper and payments (`takeItems`), products by id, their sizes, the person, the
 * sums of the source, offers.
 */
async function writeOrder({ trx, order, reservation }: Omit<Placement, 'database'> & { trx: Transaction }) {
  const { claim, kind, userId, deliveryAddress, note, isGift } = order
  const storedAnswer = await claimKey<Order>({ trx, claim })
  if (storedAnswer) return { answer: storedAnswer, isRepeated: true, changedStock: [] }

  const { items: requested, adjustments: given, agreedDiscount, offerCode = null, ...expected } = await order.takeItems(trx)
  const items = mergeItems(requested)
  const products = await lockProducts({ trx, ids: items.map((item) => item.productId) })
  const lines = toLineItems({ items, products })
  const offers = order.offers && { ...order.offers, code: offerCode }
  const chosen = offers && (await chooseOrderOffers({ trx, lines, payment: 'delivery', request: offers }))
  const charged = {
    trx,
    policies: order.policies,
    pin: deliveryAddress.pinCode,
    lines,
    payment: order.takenBy === undefined || order.takenBy.payment === 'on delivery' ? 'delivery' : 'online',
  } as const
  if (agreedDiscount) requirePossibleDiscount({ discount: agreedDiscount, items, products })
  const discounts = agreedDiscount ? [agreedDiscount] : (chosen?.adjustments ?? [])
  const hasNoCharges = order.takenBy?.handOver !== undefined
  const adjustments = given ?? (hasNoCharges ? discounts : await addOrderCharges({ ...charged, adjustments: discounts }))
  const violation = validateOrder({ items, products, adjustments, shownToPay: offers?.shownToPay, ...expected })
  const error = offers ? findOfferError({ refusal: chosen?.refusal, violation, request: offers }) : violation
  if (error) throw error
  const { total, toPay } = calculateOrder({ lines, adjustments })
  const confirmed = await reservation?.confirm({ trx, items, products, total, toPay, pin: deliveryAddress.pinCode })

  const events = listFirstEvents(order)
  const flags = confirmed ? findFlags({ deliveryAddress, lines, ...confirmed }) : listPhoneOrderFlags(order)
  const placed = await insertOrder({
    trx,
    order: {
      kind,
      userId,
      deliveryAddress,
      lines,
      adjustments,
      events,
      flags,
      note,
      isGift,
      counted: confirmed?.counted,
      referral: order.referral,
      report: order.report,
      manualPayment: order.takenBy?.manualPayment,
      isTakenAway: order.takenBy?.handOver !== undefined,
      daysAgo: order.takenBy?.daysAgo,
    },
  })
  const actorId = order.takenBy?.administratorId ?? userId
  await takeStock({ trx, products, items, context: { cause: 'sale', actorId, reference: placed.id } })
  await order.takenBy?.handOver?.({ trx, orderId: placed.id })
  if (order.takenBy?.daysAgo) await moveEventsBack({ trx, orderId: placed.id, days: order.takenBy.daysAgo })

  const answer = presentOrder(placed)
  await storeAnswer({ trx, claim, answer })
  if (offers && chosen) await recordUses({ trx, applied: chosen.applied, person: offers.person, of: { orderId: placed.id } })
  return { answer, isRepeated: false, changedStock: listChangedStock({ items, products }) }
}

function listChangedStock({ items, products }: { items: readonly OrderItem[]; products: LockedProducts }): ChangedStock {
  const isSoldOut = sumByStock({ items, products }).some(({ productId, size, quantity }) => {
    const product = products.get(productId)
    const stock = size === null ? product?.stock : product?.sizeStock?.get(size)
    return stock === undefined || stock <= quantity
  })
  return isSoldOut ? undefined : [...new Set(items.map(({ productId }) => productId))]
}

/** The phone call confirms an order that an administrator takes, unless it is to be paid online. */
function listFirstEvents({ userId, takenBy }: UnpaidOrder): NewEvent[] {
  if (!takenBy) return [toPlaced(userId)]
  const by = { actor: 'admin', actorId: takenBy.administratorId } as const
  const paid = takenBy.manualPayment ? [{ event: 'Paid' as const, ...by }] : []
  return [{ event: 'Placed', ...by }, ...paid, ...(takenBy.payment === 'link' ? [] : [{ event: 'Confirmed' as const, ...by }])]
}

/** An order that an administrator enters later has happened on the day that was entered. */
async function moveEventsBack({ trx, orderId, days }: { trx: Transaction; orderId: string; days: number }): Promise<void> {
  await trx
    .updateTable('order_events')
    .set({ happened_at: sql<Date>`happened_at - make_interval(days => ${days})` })
    .where('order_id', '=', orderId)
    .execute()
}

const listPhoneOrderFlags = ({ takenBy }: UnpaidOrder): OrderFlag[] => (takenBy?.payment === 'link' ? [paymentLink] : [])

interface CartOwner {
  readonly trx: Transaction
  readonly userId: string
  readonly payments: PaymentsPort
  /** the total that the page of the order showed; undefined when its request does not say it */
  readonly shownTotal?: Paise | undefined
}

/**
 * Empties the shopper's cart into an order, in the order's transaction. The expected total is the one that the page showed, or else the
 * one that the cart displayed; a lower one is accepted. The cart's code goes with the cart.
 * The shopper's unpaid card checkouts of these products end first, so that their holds are free for this order.
 * Throws `AppError` (409) for an empty cart.
 */
export async function takeCart({ trx, userId, payments, shownTotal }: CartOwner): Promise<OrderRequest> {
  await lockShopper({ trx, userId })
  const lines = await emptyCart({ trx, userId })
  if (lines.length === 0) throw new AppError('cart_empty')
  await payments.cancelCompetingCheckouts({ trx, userId, productIds: lines.map((line) => line.productId) })
  const { total } = calculateOrder({ lines: lines.map(({ displayedPrice: price, quantity }) => ({ price, quantity })) })
  const offerCode = await takeCartCode({ trx, userId })
  return { items: lines, expectedTotal: shownTotal ?? total, acceptsLower: true, isOfCart: shownTotal === undefined, offerCode }
}

interface ItemOrder extends Omit<CartOwner, 'shownTotal'> {
  readonly item: BoughtItem
  readonly shownTotal: Paise
  readonly offerCode: string | null
}

/**
 * One item that a shopper orders beside the cart, which stays as it is. The shopper's unpaid card checkouts of its product end first, so that
 * their holds are free for this order.
 */
export async function takeItem({ trx, userId, payments, item, shownTotal, offerCode }: ItemOrder): Promise<OrderRequest> {
  await lockShopper({ trx, userId })
  const ordered = toOrderItem(item)
  await payments.cancelCompetingCheckouts({ trx, userId, productIds: [ordered.productId] })
  return { items: [ordered], expectedTotal: shownTotal, acceptsLower: true, offerCode }
}

/** The lines are as they were when the payment was opened. */
type CardOrder = Pick<NewOrder, 'userId' | 'deliveryAddress' | 'lines' | 'adjustments' | 'note' | 'isGift'>

/** The event of an order that its shopper, or a guest, has placed. */
const toPlaced = (userId: string | null): NewEvent => ({ event: 'Placed', actor: userId === null ? 'guest' : 'shopper', actorId: userId })

/** Places an order of which a part is paid online, in the transaction that settles its payment. The courier collects the rest. */
export async function placeAdvanceOrder({ trx, order }: { trx: Transaction; order: CardOrder & { advance: Paise } }) {
  const paid: NewEvent = { event: 'Advance paid', actor: 'system', actorId: null, amount: order.advance }
  return insertOrder({ trx, order: { ...order, kind: order.userId === null ? 'guest' : 'cod', events: [toPlaced(order.userId), paid] } })
}

/** Places an order that is paid by card, in the transaction that settles its payment. The payment has taken the stock. */
export async function placePaidOrder({ trx, order }: { trx: Transaction; order: CardOrder }): Promise<{ id: string }> {
  const events: NewEvent[] = [
    toPlaced(order.userId),
    { event: 'Paid', actor: 'system', actorId: null },
    ...(isAddressComplete(order.deliveryAddress) ? [] : [{ event: 'Address incomplete', actor: 'system', actorId: null } as const]),
  ]
  return insertOrder({ trx, order: { ...order, kind: 'card', events } })
}

/** Writes a card order whose payment is not collected, in the transaction that cancels it. Does not take stock. */
export async function placeUncollectedOrder({ trx, order }: { trx: Transaction; order: CardOrder }): Promise<{ id: string }> {
  const events = [toPlaced(order.userId)]
  return insertOrder({ trx, order: { ...order, kind: 'card', events } })
}
