import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { findLastReturnDay, isInTime } from '#contract/kernel/return-days.ts'
import { isFaultReason, isReturnAllowed, type ReturnKind, type ReturnReason } from '#contract/orders/return-states.ts'
import {
  calculateReturn,
  type PaidBackPieces,
  type PaidLine,
  type ReturnAmounts,
  type ReturnedPieces,
} from '#contract/returns/calculate-return.ts'
import { AppError } from '../kernel/errors.ts'

/** What the rules of returns need to know of an order. */
export interface OrderToReturn {
  /** undefined for an order that is not delivered */
  readonly deliveredAt: Date | undefined
  readonly lines: readonly (PaidLine & { readonly name: string; readonly returnRule?: ReturnRule })[]
  /** pieces that are on their way back, or have come back */
  readonly returned: readonly ReturnedPieces[]
  /** pieces that earlier returns have paid back */
  readonly paidBack: readonly PaidBackPieces[]
  /** what was paid, less what was paid back */
  readonly left: Paise
  /** for shipping and cash on delivery */
  readonly charges: Paise
}

export interface ChosenLine extends ReturnedPieces {
  readonly reason: ReturnReason
}

/** The figures of the policies that returns depend on. */
export type ReturnPolicies = Pick<
  Policies,
  'returnWindowDays' | 'reverseShippingFeeRupees' | 'exchanges' | 'exchangesSent' | 'exchangeFee' | 'exchangesAccepted'
>

/** Until when an order can be returned; undefined for one that is not delivered. */
export function findReturnPeriod({
  deliveredAt,
  policies,
  now,
}: {
  deliveredAt: Date | undefined
  policies: Pick<ReturnPolicies, 'returnWindowDays'>
  now: Date
}) {
  if (deliveredAt === undefined) return undefined
  const lastDay = findLastReturnDay({ deliveredAt, days: policies.returnWindowDays })
  const faultLastDay = findLastReturnDay({ deliveredAt, days: Math.max(returnLimits.faultDays, policies.returnWindowDays) })
  return { lastDay, isInTime: isInTime({ lastDay, now }), faultLastDay, isFaultInTime: isInTime({ lastDay: faultLastDay, now }) }
}

const sumOf = (pieces: readonly ReturnedPieces[], line: number) =>
  pieces.filter((each) => each.line === line).reduce((sum, each) => sum + each.quantity, 0)

/** How many pieces of a line can still be returned. */
export const countReturnable = ({ order, line }: { order: Pick<OrderToReturn, 'lines' | 'returned'>; line: number }): number =>
  Math.max(0, (order.lines.find((each) => each.line === line)?.quantity ?? 0) - sumOf(order.returned, line))

/**
 * What a return rule means for an order: items are returned where the shop exchanges none, and an item of an exchange that is exchanged only is
 * not exchanged again.
 */
export function applyReturnRule({ rule = 'returnable', exchanges, isExchange }: AppliedRule): ReturnRule {
  if (rule !== 'exchange only') return rule
  if (isExchange) return 'final sale'
  return exchanges === 'off' ? 'returnable' : rule
}

interface AppliedRule {
  readonly rule: ReturnRule | undefined
  readonly exchanges: ReturnPolicies['exchanges']
  /** the order is an exchange */
  readonly isExchange: boolean
}

interface ReasonedItem {
  readonly name: string
  /** as `applyReturnRule` says */
  readonly rule: ReturnRule
  readonly kind: ReturnKind
  readonly reason: ReturnReason
}

/** Throws `AppError` (409) for an item that does not come back for this reason. */
export function requireReturnAllowed({ name, rule, kind, reason }: ReasonedItem): void {
  if (isReturnAllowed({ rule, kind, reason })) return
  throw new AppError(rule === 'final sale' ? 'return_final_sale' : 'return_exchange_only', { name })
}

interface Request {
  readonly order: OrderToReturn & { readonly isExchange: boolean }
  readonly kind: ReturnKind
  /** an administrator accepts what the return rules exclude */
  readonly isOverruled: boolean
  readonly chosen: readonly ChosenLine[]
  readonly policies: ReturnPolicies
  readonly fee: Paise
  readonly now: Date
}

/**
 * What a return that a shopper asks for would pay back: the preview and the confirmation.
 * @throws AppError 409 for an order that is not delivered, after the last day, for more pieces than are left, and for items that do
 * not come back for the reason.
 */
export function planReturn({ order, kind, chosen, policies, isOverruled, fee, now }: Request): ReturnAmounts & { isFault: boolean } {
  const period = findReturnPeriod({ deliveredAt: order.deliveredAt, policies, now })
  if (period === undefined) throw new AppError('return_not_delivered')
  for (const { line, quantity, reason } of chosen) {
    const item = order.lines.find((each) => each.line === line)
    if (!item) throw new AppError('return_pieces', { name: 'This item', left: 0 })
    const [isOpen, lastDay] = isFaultReason(reason) ? [period.isFaultInTime, period.faultLastDay] : [period.isInTime, period.lastDay]
    if (!isOpen) throw new AppError('return_too_late', { lastDay })
    const left = countReturnable({ order, line })
    if (quantity > left) throw new AppError('return_pieces', { name: item.name, left })
    const { isExchange } = order
    const rule = applyReturnRule({ rule: item.returnRule, exchanges: policies.exchanges, isExchange })
    if (!isOverruled) requireReturnAllowed({ name: item.name, rule, kind, reason })
  }
  const isFault = chosen.some(({ reason }) => isFaultReason(reason))
  const { lines, paidBack: earlier, left } = order
  return { ...calculateReturn({ lines, returned: chosen, earlier, left, ...bearCosts({ order, fee, isFault }) }), isFault }
}

/** The shop bears the costs of a faulty or wrong item: it deducts no fee, and pays back the charges with the last piece. */
const bearCosts = ({ order, fee, isFault }: { order: Pick<OrderToReturn, 'charges'>; fee: Paise; isFault: boolean }) =>
  isFault ? { fee: paise(0), charges: order.charges } : { fee, charges: paise(0) }

/** What the shopper pays for an exchange by a link: the fee for the way back, unless it is waived or the shop bears the cost. */
export const findExchangeFee = ({ policies, isFault }: { policies: ReturnPolicies; isFault: boolean }): Paise =>
  policies.exchangeFee === 'link' && !isFault ? toPaise(policies.reverseShippingFeeRupees) : paise(0)

/** What is paid back for the items and, if any, for the charges of their order, in rupees. */
export const presentGoods = ({ goods, charges }: Pick<ReturnAmounts, 'goods' | 'charges'>) => ({
  goods: toRupees(paise(goods - charges)),
  ...(charges > 0 && { charges: toRupees(charges) }),
})

/** What a received return pays back: of the pieces that the shop accepts. */
export function settleAmounts({
  order,
  lines,
  fee,
  isFault,
}: {
  order: Pick<OrderToReturn, 'lines' | 'paidBack' | 'left' | 'charges'>
  /** what was received of each line, or before that what was asked for */
  lines: readonly { readonly line: number; readonly quantity: number; readonly refunded: number | null }[]
  fee: Paise
  /** whether the shop bears the costs */
  isFault: boolean
}): ReturnAmounts {
  const pieces = lines.map(({ line, quantity, refunded }) => ({ line, quantity: refunded ?? quantity })).filter((each) => each.quantity > 0)
  const { paidBack: earlier, left } = order
  return calculateReturn({ lines: order.lines, returned: pieces, earlier, left, ...bearCosts({ order, fee, isFault }) })
}
