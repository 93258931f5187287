import type { Instrument, Result, Session } from './calls.ts'
import type { CheckoutError, CheckoutOptions } from './options.ts'
import type { Shell } from './shell.ts'

export interface Buyer {
  readonly email: string | null
  readonly contact: string | null
}

export type BankAnswer = { readonly decision: 'success' | 'failure' } | { readonly otp: string }

/** One opened form, from the first view to the message that ends it: what the views show, and what they can ask for. */
export interface Flow {
  readonly options: CheckoutOptions
  readonly session: Session
  readonly shell: Shell
  /** the payment that is before the bank now */
  paymentId: string | null
  /** what the buyer typed of themselves survives a retry */
  buyer: Buyer
  /** set once the form has said its last word */
  ended: boolean
  showMethods(): void
  pay(input: { instrument: Instrument }): Promise<void>
  /** The buyer's answer at the mock bank, or on the mock phone. After `waiting` the bank has not told yet. */
  answer(input: { body: BankAnswer }): Promise<Result>
  /** Asks again every second while a payment waits, since a phone or a test may answer it elsewhere. */
  followPayment(): Promise<void>
  /** Shows that the form cannot go on at all. */
  refuse(input: { error: CheckoutError }): void
  /** Closes the form. A payment that is before the bank stays there; the server only learns that nobody waits for it here. */
  end(): void
}
