import { createBadRequest } from './api/errors.ts'
import { type Fields, parseAmount } from './api/parse-fields.ts'
import { SETTLEMENT_DAYS } from './assumptions.ts'
import type { SimulatorState } from './state.ts'

const DAY_SECONDS = 86_400
const INDIA_SECONDS = 5.5 * 3_600
const MAX_COUNT = 1_000

const toDay = (seconds: number) => new Date((seconds + INDIA_SECONDS) * 1_000).toISOString().slice(0, 10)

function parseInRange({ value, field, min, max }: { value: unknown; field: string; min: number; max: number }): number {
  const number = parseAmount({ value, field })
  if (number < min || number > max) throw createBadRequest({ description: `The ${field} must be between ${min} and ${max}.`, field })
  return number
}

/** The rows of the settlements of a day or a month in India: what was captured and refunded before, without what is still to come. */
export function selectSettled({ state, query }: { state: SimulatorState; query: Fields }) {
  const year = parseInRange({ value: query.year, field: 'year', min: 2000, max: 2100 })
  const month = parseInRange({ value: query.month, field: 'month', min: 1, max: 12 })
  const day = query.day === undefined ? undefined : parseInRange({ value: query.day, field: 'day', min: 1, max: 31 })
  const count = parseInRange({ value: query.count ?? 10, field: 'count', min: 1, max: MAX_COUNT })
  const skip = parseInRange({ value: query.skip ?? 0, field: 'skip', min: 0, max: 1_000_000 })
  const period = `${year}-${String(month).padStart(2, '0')}${day === undefined ? '' : `-${String(day).padStart(2, '0')}`}`
  const payments = [...state.payments.values()].flatMap((payment) => {
    if (payment.capturedAt === null) return []
    const { amount, fee, tax } = payment
    const sums = { debit: 0, credit: amount - (fee ?? 0), amount, fee: fee ?? 0, tax: tax ?? 0 }
    return describe({ entityId: payment.id, type: 'payment', at: payment.capturedAt, sums, orderId: payment.orderId, paymentId: null })
  })
  const refunds = [...state.refunds.values()].flatMap((refund) => {
    if (refund.status !== 'processed') return []
    const sums = { debit: refund.amount, credit: 0, amount: refund.amount, fee: 0, tax: 0 }
    const orderId = state.payments.get(refund.paymentId)?.orderId ?? null
    return describe({ entityId: refund.id, type: 'refund', at: refund.createdAt, sums, orderId, paymentId: refund.paymentId })
  })
  const now = state.clock.seconds()
  return [...payments, ...refunds]
    .filter(({ settled_at }) => settled_at <= now && toDay(settled_at).startsWith(period))
    .slice(skip, skip + count)
}

interface Entry {
  readonly entityId: string
  readonly type: 'payment' | 'refund'
  /** when it was captured or refunded */
  readonly at: number
  readonly sums: Readonly<Record<'debit' | 'credit' | 'amount' | 'fee' | 'tax', number>>
  readonly orderId: string | null
  /** of a refund */
  readonly paymentId: string | null
}

function describe({ entityId, type, at, sums, orderId, paymentId }: Entry) {
  const settledAt = at + SETTLEMENT_DAYS * DAY_SECONDS
  const day = toDay(settledAt).replaceAll('-', '')
  return {
    entity_id: entityId,
    type,
    ...sums,
    currency: 'INR',
    on_hold: false,
    settled: true,
    created_at: at,
    settled_at: settledAt,
    settlement_id: `setl_SIM${day}000`,
    settlement_utr: `${day}SIMUTR`,
    payment_id: paymentId,
    order_id: orderId,
  }
}
