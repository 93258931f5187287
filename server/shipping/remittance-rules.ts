import { formatRupees, type Paise, toPaise, toRupees } from '#contract/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { normalizeTrackingNumber } from '#contract/shipping/couriers.ts'
import type { RemittanceOutcome } from '#contract/shipping/remittances.ts'
import { findCellProblem } from './cell-rules.ts'

/** A line of a courier's list: tracking number, amount, reference and date. */
export interface RemittanceLine {
  readonly trackingNumber: string
  readonly amount: Paise
  readonly reference: string | null
  /** `2026-11-22` */
  readonly paidOn: string | null
}

/** Far above what a courier collects for one parcel. */
const maxRupees = 1_000_000

/** Reads a line. `problem` is why it cannot be read. */
export function parseRemittanceLine(cells: readonly string[]): RemittanceLine | { readonly problem: string } {
  const [number = '', amountText = '', reference = '', dateText = ''] = cells
  const problem = findCellProblem(number)
  if (problem) return { problem }
  const trackingNumber = normalizeTrackingNumber(number)
  if (trackingNumber === '') return { problem: 'The tracking number is missing.' }
  if (trackingNumber.length > 40) return { problem: 'The tracking number is too long.' }
  if (/^\d{1,3}$/.test(amountText) && /^\d{2,3}(\.\d{1,2})?$/.test(reference)) {
    return { problem: 'An amount with a comma must be in quotation marks: "1,299.00".' }
  }
  const amount = parseAmount(amountText)
  if (typeof amount === 'string') return { problem: amount }
  const referenceProblem = findCellProblem(reference)
  if (referenceProblem) return { problem: referenceProblem }
  const paidOn = dateText === '' ? null : parseDay(dateText)
  if (paidOn === undefined) return { problem: `The date ${dateText} cannot be read. Write it as 2026-11-22 or 22-11-2026.` }
  return { trackingNumber, amount, reference: reference.slice(0, 100) || null, paidOn }
}

/** `₹1,299.50`, `Rs. 1299.5` or `1299/-` in paise, or why it is not an amount. */
export function parseAmount(text: string): Paise | string {
  const plain = text.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/\s*\/-$/, '')
  if (plain === '') return 'The amount is missing.'
  if (/^-\s*[\d₹]/.test(plain) || /^\([\d.,]+\)$/.test(plain)) return 'An amount must be more than ₹0.'
  if (/^[=+@]/.test(plain)) return 'A cell is a formula. Copy its value instead.'
  if (/^[\d,]+\.\d{3,}$/.test(plain)) return `The amount ${text} has more than two decimals.`
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d{1,2})?$/.test(plain)) return `The amount ${text} cannot be read. Write it as 1299.50.`
  const rupees = Number(plain.replaceAll(',', ''))
  if (rupees === 0) return 'An amount must be more than ₹0.'
  return rupees > maxRupees ? `The amount ${text} is too large.` : toPaise(rupees)
}

/** `2026-11-22`, `22-11-2026` or `22/11/2026` as the first of them; undefined for any other text. */
function parseDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : indian ? indian.slice(1).reverse() : []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? undefined : date
}

/** A shipment with the cash to collect for it. */
export interface CodShipment {
  readonly number: string
  readonly status: OrderStatus
  /** what the courier collects; 0 for a prepaid order */
  readonly collect: Paise
}

interface Comparison {
  readonly outcome: RemittanceOutcome
  readonly message: string
}

const format = (amount: number) => formatRupees(toRupees(amount as Paise))

/** Compares a paid amount with the order of its shipment. */
export function compareAmount({
  amount,
  shipment,
  courierName,
}: {
  amount: Paise
  shipment: CodShipment | undefined
  courierName: string
}): Comparison {
  if (!shipment) return { outcome: 'unknown', message: `No parcel of ${courierName} has this number.` }
  const { number, status, collect } = shipment
  if (collect === 0) return { outcome: 'not due', message: `Order ${number} has no cash to collect.` }
  if (status !== 'Delivered') return { outcome: 'not delivered', message: `Order ${number} is ${status}, not Delivered.` }
  if (amount === collect) return { outcome: 'matched', message: `Order ${number}: ${format(collect)} as expected.` }
  const isShort = amount < collect
  const difference = format(Math.abs(collect - amount))
  return {
    outcome: isShort ? 'short' : 'over',
    message: `Order ${number}: ${difference} ${isShort ? 'less' : 'more'} than ${format(collect)}.`,
  }
}
