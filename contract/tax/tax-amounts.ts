import { type Paise, paise } from '../kernel/money.ts'

// Tax that is included in a price. All amounts are whole paise.

/** 10,000 basis points are 100 %. */
const wholeInBasisPoints = 10_000

/** A rate of an HSN code. */
export interface TaxRate {
  /** of the value of a piece without tax, up to which the rate counts; null: any */
  readonly upTo: Paise | null
  /** in basis points: 500 is 5 % */
  readonly rate: number
}

interface PricedPieces {
  /** after discount, with tax */
  readonly paid: Paise
  /** all pieces of the line: the quantity times the pieces of a pack */
  readonly pieces: number
}

/** Whether the value of a piece without tax is at most the limit. Exact: no value is rounded. */
function isWithin({ paid, pieces, rate, upTo }: PricedPieces & { rate: number; upTo: Paise }): boolean {
  return BigInt(paid) * BigInt(wholeInBasisPoints) <= BigInt(upTo) * BigInt(pieces) * BigInt(wholeInBasisPoints + rate)
}

interface FoundRate {
  /** in basis points */
  readonly rate: number
  /** the price is too high for the lower rate and, with the higher one, too low for it */
  readonly isInGap: boolean
}

/**
 * The rate of a line by the value of one of its pieces: the lowest limit that the value keeps. A price between two rates fits neither of
 * them, and has the higher one. Undefined without rates.
 */
export function findRate({ rates, ...line }: PricedPieces & { rates: readonly TaxRate[] }): FoundRate | undefined {
  const sorted = rates.toSorted((one, other) => (one.upTo ?? Number.POSITIVE_INFINITY) - (other.upTo ?? Number.POSITIVE_INFINITY))
  const index = sorted.findIndex(({ rate, upTo }) => upTo === null || isWithin({ ...line, rate, upTo }))
  const found = sorted[index]
  if (!found) return undefined
  const lower = sorted[index - 1]
  const isInGap = lower?.upTo != null && isWithin({ ...line, rate: found.rate, upTo: lower.upTo })
  return { rate: found.rate, isInGap }
}

/** What an amount with tax consists of. */
export interface TaxAmounts {
  readonly taxable: Paise
  readonly cgst: Paise
  /** or UTGST */
  readonly sgst: Paise
  readonly igst: Paise
}

const divideRounded = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)

/**
 * The taxable value and the taxes in an amount. Within a state CGST and SGST are equal, so that an odd paisa belongs to the taxable value.
 */
export function splitTax({ paid, rate, isSameState }: { paid: Paise; rate: number; isSameState: boolean }): TaxAmounts {
  const rounded = Number(divideRounded(BigInt(paid) * BigInt(wholeInBasisPoints), BigInt(wholeInBasisPoints + rate)))
  const tax = paid - rounded
  if (!isSameState) return { taxable: paise(rounded), cgst: paise(0), sgst: paise(0), igst: paise(tax) }
  const half = Math.floor(tax / 2)
  return { taxable: paise(paid - 2 * half), cgst: paise(half), sgst: paise(half), igst: paise(0) }
}

interface PartialCredit {
  /** what no credit note has credited of a line */
  readonly left: TaxAmounts
  /** what is credited now, with tax */
  readonly credit: Paise
}

/**
 * The part of what is left of a line in a credit, in proportion. No part is negative, and all credits of a line together are exactly its
 * amounts. CGST and SGST are equal, except in credits of single paise when no taxable value is left beside them.
 *
 * @throws RangeError for a credit that is larger than what is left of the line.
 */
export function splitCredit({ left, credit }: PartialCredit): TaxAmounts {
  const total = left.taxable + left.cgst + left.sgst + left.igst
  if (credit < 0 || credit > total) throw new RangeError('A credit is larger than what is left of its line.')
  const partOf = (amount: number, whole: number) =>
    whole === 0 ? 0 : Number(divideRounded(BigInt(amount) * BigInt(credit), BigInt(whole)))
  const proportional = credit - 2 * partOf(left.cgst + left.sgst, 2 * total) - partOf(left.igst, total)
  // At least what the taxes that are left cannot cover, at most what is left.
  const taxable = Math.min(Math.max(proportional, credit - total + left.taxable, 0), left.taxable)
  const tax = credit - taxable
  if (left.igst > 0) return { taxable: paise(taxable), cgst: paise(0), sgst: paise(0), igst: paise(tax) }
  const cgst = left.cgst < left.sgst ? Math.floor(tax / 2) : Math.ceil(tax / 2)
  return { taxable: paise(taxable), cgst: paise(cgst), sgst: paise(tax - cgst), igst: paise(0) }
}
