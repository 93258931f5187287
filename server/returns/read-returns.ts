import type { Selectable } from 'kysely'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { findLastReturnDay } from '#contract/kernel/return-days.ts'
import { canTransitionReturn, isReturnAllowed, isReturnOnItsWay } from '#contract/orders/return-states.ts'
import type { ReturnPicture } from '#contract/returns/return-pictures.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'
import { couriers } from '#contract/shipping/couriers.ts'
import { imagePath } from '../catalog/product/product-row.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { OrderLinks } from '../orders/order/order-links.ts'
import { type ExchangeOrder, listExchangeOrders } from './exchanges/exchange-orders.ts'
import { listPictures, type PictureRow } from './read-pictures.ts'

/** Named, so that statements are prepared. */
export const returnColumns = [
  'id',
  'number',
  'order_id',
  'kind',
  'is_fault',
  'state',
  'handover',
  'pickup_courier',
  'pickup_reference',
  'pickup_booked_at',
  'note',
  'decline_reason',
  'fee_paise',
  'refund_paise',
  'cash_paise',
  'version',
  'asked_at',
  'accepted_at',
  'settled_by',
  'sold_out_at',
  'to_pay_paise',
  'overrule_reason',
] as const satisfies readonly (keyof Tables['returns'])[]

export type ReturnRow = Pick<Selectable<Tables['returns']>, (typeof returnColumns)[number]>

/** The lines of returns with the names and sizes of what was ordered, in line order. */
export async function readReturnLines({ database, ids }: { database: Database; ids: readonly string[] }) {
  if (ids.length === 0) return []
  return database
    .selectFrom('return_lines')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'return_lines.order_id').onRef('order_lines.line', '=', 'return_lines.line'),
    )
    .leftJoin('products', 'products.id', 'new_product_id')
    .select(['return_id', 'return_lines.line', 'return_lines.quantity', 'reason', 'seen', 'restocked', 'refunded', 'refund_paise'])
    .select(['order_lines.name', 'order_lines.image_key', 'size', 'product_id', 'return_rule'])
    .select(['new_product_id', 'new_size', 'held', 'products.name as new_name', 'products.image_key as new_image_key'])
    .where('return_id', 'in', ids)
    .orderBy('return_id')
    .orderBy('return_lines.line')
    .execute()
}

export type ReturnLine = Awaited<ReturnType<typeof readReturnLines>>[number]

/** A return. @throws AppError 404 for an unknown one. */
export async function findReturn({ database, id }: { database: Database; id: string }): Promise<ReturnRow> {
  const row = isUuid(id) ? await database.selectFrom('returns').select(returnColumns).where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('return_not_found')
  return row
}

export const isOverdue = ({ state, accepted_at: acceptedAt }: Pick<ReturnRow, 'state' | 'accepted_at'>): boolean =>
  (state === 'accepted' || state === 'picked up') &&
  acceptedAt !== null &&
  acceptedAt.getTime() < Date.now() - returnLimits.receiptDays * 86_400_000

/** The payouts of returns. */
export async function readPayouts({ database, returnIds }: { database: Database; returnIds: readonly string[] }) {
  if (returnIds.length === 0) return []
  return database
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .select(['payouts.id', 'return_id', 'reference', 'paid_at', 'method', 'link_revision'])
    .where('return_id', 'in', returnIds)
    .execute()
}

type PayoutRow = Awaited<ReturnType<typeof readPayouts>>[number]

function presentPayout({ payout, links }: { payout: PayoutRow; links: OrderLinks | undefined }): ShopperReturn['payout'] {
  if (payout.paid_at !== null) return { state: 'paid', reference: payout.reference }
  const state = payout.method === null ? 'details needed' : 'to be paid'
  return { state, reference: null, ...(links && { link: links.create(payout.id, { revision: payout.link_revision }) }) }
}

export const presentPictures = (pictures: readonly PictureRow[]): ReturnPicture[] => pictures.map(({ id, line }) => ({ _id: id, line }))

const presentPickup = ({
  pickup_courier: courier,
  pickup_reference: reference,
  pickup_booked_at: bookedAt,
}: ReturnRow): ShopperReturn['pickup'] =>
  courier && reference && bookedAt ? { courier: couriers[courier].name, reference, bookedAt: bookedAt.toISOString() } : null

interface ShownReturn {
  readonly row: ReturnRow
  readonly lines: readonly ReturnLine[]
  readonly payout: PayoutRow | undefined
  readonly pictures: readonly PictureRow[]
  /** undefined for the holder of a tracking link, who may not say where money goes to */
  readonly payoutLinks: OrderLinks | undefined
  /** with the new items of an exchange */
  readonly exchangeOrder: ExchangeOrder | undefined
}

/** A return as its shopper sees it. */
export function presentReturn({ row, lines, payout, pictures, payoutLinks, exchangeOrder }: ShownReturn): ShopperReturn {
  const isExchange = row.kind === 'exchange'
  const sendBy =
    row.state === 'accepted' && row.accepted_at ? findLastReturnDay({ deliveredAt: row.accepted_at, days: returnLimits.receiptDays }) : null
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    isFault: row.is_fault,
    handover: row.handover,
    pickup: presentPickup(row),
    lines: lines.map(({ line, name, image_key, size, quantity, reason, refund_paise, ...added }) => {
      const refund = refund_paise === null ? null : toRupees(refund_paise)
      return { line, name, image: imagePath(image_key), size, quantity, reason, refund, ...(isExchange && presentNewItem(added)) }
    }),
    fee: row.is_fault || isExchange ? 0 : toRupees(row.fee_paise),
    refund: isExchange ? 0 : toRupees(row.refund_paise),
    cash: toRupees(row.cash_paise),
    payout: payout ? presentPayout({ payout, links: payoutLinks }) : null,
    ...(isExchange && { exchange: presentExchange({ row, lines, exchangeOrder, sendBy }) }),
    declineReason: row.decline_reason,
    canWithdraw: canTransitionReturn({ from: row.state, to: 'withdrawn' }) && !(isExchange && exchangeOrder),
    pictures: presentPictures(pictures),
    canAddPictures: row.is_fault && isReturnOnItsWay(row.state),
    askedAt: row.asked_at.toISOString(),
    sendBy,
  }
}

const presentNewItem = ({
  new_name: name,
  new_image_key: imageKey,
  new_size: size,
}: Pick<ReturnLine, 'new_name' | 'new_image_key' | 'new_size'>) =>
  name !== null && imageKey !== null && { exchange: { name, image: imagePath(imageKey), size } }

type ShownExchange = Pick<ShownReturn, 'row' | 'lines' | 'exchangeOrder'> & { readonly sendBy: string | null }

function presentExchange({ row, lines, exchangeOrder, sendBy }: ShownExchange): ShopperReturn['exchange'] {
  const isAsked = row.state === 'asked'
  return {
    toPay: toRupees(row.to_pay_paise),
    money: toRupees(row.refund_paise),
    heldUntil: lines.some(({ held }) => held > 0) ? sendBy : null,
    isSoldOut: isAsked && row.sold_out_at !== null,
    canTakeMoney: isAsked && (row.sold_out_at !== null || row.overrule_reason !== null || lines.every(isRefundAllowed)),
    order: exchangeOrder ? { _id: exchangeOrder.id, number: exchangeOrder.number, status: exchangeOrder.status } : null,
  }
}

const isRefundAllowed = ({ return_rule: rule, reason }: ReturnLine): boolean => isReturnAllowed({ rule, kind: 'refund', reason })

interface OrderReturns {
  readonly database: Database
  readonly orderId: string
  readonly payoutLinks: OrderLinks | undefined
}

/** The returns of an order, newest first. */
export async function listReturnsOfOrder({ database, orderId, payoutLinks }: OrderReturns): Promise<ShopperReturn[]> {
  const rows = await database
    .selectFrom('returns')
    .select(returnColumns)
    .where('order_id', '=', orderId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = rows.map(({ id }) => id)
  const [lines, payouts, pictures, exchangeOrders] = await Promise.all([
    readReturnLines({ database, ids }),
    readPayouts({ database, returnIds: ids }),
    listPictures({ database, returnIds: ids }),
    listExchangeOrders({ database, returnIds: ids }),
  ])
  return rows.map((row) => {
    const payout = payouts.find((each) => each.return_id === row.id)
    const exchangeOrder = exchangeOrders.find((each) => each.returnId === row.id)
    const ofReturn = <Row extends { return_id: string }>(found: readonly Row[]) => found.filter((each) => each.return_id === row.id)
    return presentReturn({ row, lines: ofReturn(lines), payout, pictures: ofReturn(pictures), payoutLinks, exchangeOrder })
  })
}
