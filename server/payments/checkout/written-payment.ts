import type { Paise } from '#contract/kernel/money.ts'
import type { PaymentRow } from './holds.ts'

/** By then most shoppers have paid, and the browser or the webhook has reported it. */
export const firstCheckSeconds = 150

/** A payment that is written, for `openPayment`. */
export interface WrittenPayment {
  readonly id: string
  readonly amount: Paise
  readonly collect: Paise
  /** null until the provider has created its order */
  readonly providerOrderId: string | null
  /** of an order that exists, so that its payment is found again after a restore */
  readonly orderNumber?: string
}

/** The columns of a `WrittenPayment`. */
export const writtenColumns = ['id', 'amount_paise as amount', 'collect_paise as collect', 'provider_order_id as providerOrderId'] as const

/** Open payments of the payer that are fetched from their provider before a new one is written. Nothing was written. */
export interface Unreconciled {
  readonly toReconcile: readonly Pick<PaymentRow, 'id' | 'provider' | 'provider_order_id' | 'amount_paise'>[]
}
