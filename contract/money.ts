declare const unit: unique symbol

/** Whole paise: how money is kept in the database and reckoned in code. */
export type Paise = number & { readonly [unit]: 'paise' }

export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not whole paise: ${amount}`)
  return amount as Paise
}

/** Rupees as the API writes them (at most two decimals) to paise. Rounds once, so that 19.99 is 1999 and not 1998.99…. */
export function toPaise(rupees: number): Paise {
  return paise(Math.round(rupees * 100))
}

export function toRupees(amount: Paise): number {
  return amount / 100
}

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** `₹1,299` or `₹1,299.50`. */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? whole.format(rupees) : exact.format(rupees)
}
