declare const unit: unique symbol

/** Whole paise: the unit of every amount in the database and in code. */
export type Paise = number & { readonly [unit]: 'paise' }

/** Throws `RangeError` for anything but a safe integer. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not whole paise: ${amount}`)
  return amount as Paise
}

/** Converts rupees with at most two decimals, the unit of the API. Rounds, because 19.99 * 100 is 1998.99…. */
export function toPaise(rupees: number): Paise {
  return paise(Math.round(rupees * 100))
}

export function toRupees(amount: Paise): number {
  return amount / 100
}

const wholeRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** `₹1,299` or `₹1,299.50`. */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? wholeRupees.format(rupees) : rupeesAndPaise.format(rupees)
}
