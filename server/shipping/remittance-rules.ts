import { cutText } from '#contract/kernel/cut-text.ts'
import { formatRupees, type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { parseDay } from '#contract/kernel/parse-day.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { normalizeTrackingNumber } from '#contract/shipping/couriers.ts'
import type { RemittanceOutcome } from '#contract/shipping/remittances.ts'
import { parseAmount } from './amount-rules.ts'
import { findCellProblem } from './cell-rules.ts'

/** A line of a courier's list: tracking number, amount, reference and date. */
export interface RemittanceLine {
  readonly trackingNumber: string
  readonly amount: Paise
  readonly reference: string | null
  /** `2026-11-22` */
  readonly paidOn: string | null
}

const maxReferenceLength = 100

/** Some files write a dash or `NA` into cells without a value. */
const readOptional = (cell: string): string => (/^(-+|n\/?a|nil|null)$/i.test(cell) ? '' : cell)

/** Reads a line: tracking number, amount, reference and date. `problem` is why it cannot be read. */
export function parseRemittanceLine(cells: readonly string[]): RemittanceLine | { readonly problem: string } {
  const [number = '', amountText = ''] = cells
  const [reference = '', dateText = ''] = cells.slice(2, 4).map(readOptional)
  const problem = findCellProblem(number) ?? findCellProblem(reference)
  if (problem) return { problem }
  const trackingNumber = normalizeTrackingNumber(number)
  if (trackingNumber === '') return { problem: 'The tracking number is missing.' }
  if (trackingNumber.length > 40) return { problem: 'The tracking number is too long.' }
  const amount = parseAmount(amountText)
  if (typeof amount === 'string') return { problem: amount }
  const paidOn = dateText === '' ? null : parseDay(dateText)
  if (paidOn === undefined) return { problem: `The date ${cutText(dateText, 40)} cannot be read. Write it as 2026-11-22 or 22-11-2026.` }
  return { trackingNumber, amount, reference: cutText(reference, maxReferenceLength) || null, paidOn }
}

/** A shipment with the cash to collect for it. */
export interface CodShipment {
  readonly number: string
  readonly status: OrderStatus
  /** what the courier collects; 0 for a prepaid order */
  readonly collect: Paise
}

export interface Comparison {
  readonly outcome: RemittanceOutcome
  readonly message: string
}

const format = (amount: number) => formatRupees(toRupees(amount as Paise))

interface Payment {
  /** what the courier has paid for the parcel, with `before` */
  readonly amount: Paise
  /** the part that earlier lists had */
  readonly before?: Paise
  readonly shipment: CodShipment | undefined
  /** null in a list for several couriers */
  readonly courierName: string | null
}

/** Compares what a courier has paid with the order of its shipment. */
export function compareAmount({ amount, before = paise(0), shipment, courierName }: Payment): Comparison {
  if (!shipment) return { outcome: 'unknown', message: `No parcel${courierName === null ? '' : ` of ${courierName}`} has this number.` }
  const { number, status, collect } = shipment
  if (collect === 0) return { outcome: 'not due', message: `Order ${number} has no cash to collect.` }
  if (status !== 'Delivered') return { outcome: 'not delivered', message: `Order ${number} is ${status}, not Delivered.` }
  const parts = before === 0 ? '' : ` Earlier lists had ${format(before)}.`
  if (amount === collect) return { outcome: 'matched', message: `Order ${number}: ${format(collect)} as expected.${parts}` }
  const isShort = amount < collect
  const difference = format(Math.abs(collect - amount))
  return {
    outcome: isShort ? 'short' : 'over',
    message: `Order ${number}: ${difference} ${isShort ? 'less' : 'more'} than ${format(collect)}.${parts}`,
  }
}
