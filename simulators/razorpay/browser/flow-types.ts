import type { Instrument, PaymentResult, Session } from './api.ts'
import type { CheckoutError, CheckoutOptions } from './options.ts'
import type { Shell } from './shell.ts'

export interface Buyer {
  readonly email: string | null
  readonly contact: string | null
}

export type BankAnswer = { readonly decision: 'success' | 'failure' } | { readonly otp: string }

/** One opened form: the data that the views show and the actions that they call. */
export interface CheckoutFlow {
  readonly options: CheckoutOptions
  readonly session: Session
  readonly shell: Shell
  /** the payment that waits for the bank */
  paymentId: string | null
  /** kept for a retry */
  buyer: Buyer
  /** the result has been sent to the page */
  ended: boolean
  showMethods(): void
  pay(input: { instrument: Instrument }): Promise<void>
  /** Sends the buyer's choice on the mock bank page. `waiting`: the bank has not answered yet. */
  answer(input: { body: BankAnswer }): Promise<PaymentResult>
  /** Polls a waiting payment every second, since a test may answer it through the control API. */
  pollPayment(): Promise<void>
  /** Shows that this order cannot be paid. */
  reject(input: { error: CheckoutError }): void
  /** Closes the form. A waiting payment stays open at the bank. */
  end(): void
}
