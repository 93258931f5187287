import { cutText } from '#contract/kernel/cut-text.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { cleanTyped } from '#contract/kernel/typed-numbers.ts'
import { isShortenedNumber } from '../../csv/spreadsheet-rules.ts'
import type { SettledRow } from '../provider/gateway.ts'

/** The columns of a file of settled transactions, by the names that Razorpay's dashboard gives them. */
export const settlementColumns = {
  entityId: ['entity_id', 'entity id', 'transaction entity id'],
  kind: ['type', 'transaction entity', 'transaction type'],
  debit: ['debit', 'debit (inr)'],
  credit: ['credit', 'credit (inr)'],
  amount: ['amount', 'amount (inr)'],
  currency: ['currency'],
  fee: ['fee', 'fee (inr)', 'fee (exclusive tax)'],
  tax: ['tax', 'tax (inr)'],
  settled: ['settled'],
  settledAt: ['settled_at', 'settled at', 'settlement date'],
  settlementId: ['settlement_id', 'settlement id'],
  utr: ['settlement_utr', 'settlement utr', 'utr'],
} as const
export type SettlementColumn = keyof typeof settlementColumns
export const requiredColumns = ['entityId', 'kind', 'debit', 'credit', 'amount', 'settledAt', 'settlementId'] as const

const idPattern = /^[a-z]+_[A-Za-z0-9]{1,40}$/

const toTwo = (number: number): string => String(number).padStart(2, '0')

function toDay({ year, month, date }: { year: number; month: number; date: number }): string | undefined {
  const day = `${year}-${toTwo(month)}-${toTwo(date)}`
  const time = Date.parse(day)
  const isReal = Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === day
  return isReal && year >= 2000 && year < 2100 ? day : undefined
}

/**
 * The day of `2026-10-05 10:21:33`, `05/10/2026 10:21`, `5-10-26` or seconds since 1970, in India; the day stands before the month, unless
 * the year is first. Undefined for anything else.
 */
export function parseSettledDay(text: string): string | undefined {
  const plain = cleanTyped(text).trim()
  if (plain.length > 40) return undefined
  if (/^\d{10}$/.test(plain)) return new Date(Number(plain) * 1_000 + 19_800_000).toISOString().slice(0, 10)
  const [, first = '', month = '', last = ''] =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ,]+[\d:. ]*(?:am|pm)?(?:Z|\+05:30)?)?$/i.exec(plain) ?? []
  if (first.length === 4) return toDay({ year: Number(first), month: Number(month), date: Number(last) })
  const year = last.length === 2 ? 2_000 + Number(last) : Number(last)
  return first.length <= 2 && first !== '' ? toDay({ year, month: Number(month), date: Number(first) }) : undefined
}

/** Paise of rupees such as `1,299.50`; 0 for an empty cell. Undefined for anything else. */
function parseRupees(text: string): number | undefined {
  const plain = cleanTyped(text).trim()
  if (plain === '') return 0
  const rupees = parsePrice(plain)
  return rupees === undefined ? undefined : toPaise(rupees)
}

type Cells = Readonly<Record<SettlementColumn, string>>

const amountLabels = { amount: 'amount', fee: 'fee', tax: 'tax', debit: 'debit', credit: 'credit' } as const

/** The row of a line, or what is wrong with it. */
export function parseSettlementLine(cells: Cells): SettledRow | { readonly problem: string } {
  const [entityId, settlementId] = [cleanTyped(cells.entityId).trim(), cleanTyped(cells.settlementId).trim()]
  const shown = (text: string) => cutText(text, 40)
  if (!idPattern.test(entityId)) return { problem: `${shown(entityId) || 'An empty cell'} is no id of a payment or refund.` }
  if (/^(0|false|no)$/i.test(cells.settled.trim()) || settlementId === '')
    return { problem: 'It is not settled yet. A later file has it again.' }
  if (!idPattern.test(settlementId)) return { problem: `${shown(settlementId)} is no id of a settlement.` }
  const kind = cells.kind.trim().toLowerCase()
  if (!/^[a-z_. ]{1,40}$/.test(kind)) return { problem: 'The type is missing.' }
  if (cells.currency.trim() !== '' && cells.currency.trim().toUpperCase() !== 'INR') return { problem: 'The currency is not INR.' }
  const settledOn = parseSettledDay(cells.settledAt)
  if (settledOn === undefined) return { problem: `The day ${shown(cells.settledAt)} cannot be read. Write it as 2026-10-05 or 05/10/2026.` }
  if (isShortenedNumber(cells.utr)) return { problem: tableTexts.spreadsheetNumber('UTR', cells.utr) }
  const amounts = { amount: 0, fee: 0, tax: 0, debit: 0, credit: 0 }
  for (const [name, label] of Object.entries(amountLabels) as [keyof typeof amounts, string][]) {
    const paise = parseRupees(cells[name])
    if (paise === undefined) return { problem: `The ${label} ${shown(cells[name])} cannot be read. Write it as 1299.50.` }
    amounts[name] = paise
  }
  // Some files have the fee without its tax.
  const isWithoutTax = amounts.tax > 0 && Math.abs(amounts.amount - Math.max(amounts.credit, amounts.debit)) === amounts.fee + amounts.tax
  return {
    ...amounts,
    entityId,
    settlementId,
    kind,
    settledOn,
    fee: isWithoutTax ? amounts.fee + amounts.tax : amounts.fee,
    utr: cleanTyped(cells.utr).trim() || null,
  }
}
