import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { SavedAddress } from '#contract/kernel/address.ts'
import type { Size } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import type { VoidReason } from '#contract/payments/payment-errors.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'

export interface CartSnapshotLine {
  /** its number, of a payment for an order that exists */
  line?: number
  productId: string
  name: string
  imageKey: string
  price: Paise
  quantity: number
  size: Size | null
  /** missing for an item that can be returned */
  returnRule?: ReturnRule
}

/** The tables of payments, refunds and disputes. */
export interface PaymentTables {
  payments: {
    id: Generated<string>
    user_id: string | null
    /** what it was opened for: the cart of an account, the items of a guest, or an order on delivery */
    kind: Generated<'cart' | 'guest' | 'order'>
    provider: Generated<string>
    provider_order_id: string | null
    provider_payment_id: string | null
    amount_paise: Paise
    /** what the courier collects when it becomes an order */
    collect_paise: Generated<Paise>
    /** whether the advance of a refused parcel stays with the shop, as the policies said before it was paid */
    keeps_advance: Generated<boolean>
    status: Generated<'created' | 'failed' | 'authorized' | 'paid'>
    cart_snapshot: JSONColumnType<CartSnapshotLine[]>
    adjustments: JSONColumnType<Adjustment[], string | undefined>
    delivery_address: JSONColumnType<SavedAddress>
    fingerprint: string
    hold_ends_at: Date
    hold_released_at: Date | null
    order_id: string | null
    /** the order that it was opened for, and that was paid in another way */
    detached_from: string | null
    discrepancy: string | null
    void_reason: VoidReason | null
    /** when the provider was last asked and answered that nothing is paid and no attempt to pay is in progress */
    checked_at: Date | null
    /** null when it is not checked any more */
    next_check_at: Date | null
    /** of the token of a guest's payment; null for every other one */
    guest_token_hash: Buffer | null
    /** of its order, see `orders` */
    shopper_note: Generated<string>
    is_gift: Generated<boolean>
    /** for one item beside the cart of its shopper, which stays as it is */
    leaves_cart: Generated<boolean>
    created_at: Generated<Date>
  }
  /** What providers have captured for the shop's checkouts, also second payments and those of another amount. */
  captured_payments: {
    provider_payment_id: string
    payment_id: string
    amount_paise: Paise
    captured_at: Generated<Date>
    /** how it was paid, in the provider's word; null when it is not known */
    method: string | null
  }
  hold_sources: {
    payment_id: string
    ip_hash: Buffer
    range_hash: Buffer | null
    device_hash: Buffer | null
    /** null for an account */
    phone_hash: Buffer | null
    email_hash: Buffer | null
    items: number
    /** has received or paid for an order before */
    is_known: Generated<boolean>
    created_at: Generated<Date>
  }
  payment_events: {
    id: GeneratedAlways<number>
    provider: Generated<string>
    provider_event_id: string
    event: string
    provider_order_id: string | null
    provider_payment_id: string | null
    /** the signed bytes; null for events from before this column, which have a `payload` */
    body: Buffer | null
    payload: JSONColumnType<object> | null
    received_at: Generated<Date>
    processed_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
  }
  refunds: {
    id: Generated<string>
    payment_id: string
    provider_payment_id: string
    amount_paise: Paise
    reason: string
    provider_refund_id: string | null
    status: Generated<'requested' | 'pending' | 'processed' | 'failed'>
    attempts: Generated<number>
    /** how often the provider has rejected this refund */
    rejections: Generated<number>
    next_attempt_at: Generated<Date>
    created_at: Generated<Date>
    requested_by: string | null
    /** when it was processed or failed */
    settled_at: Date | null
    /** the smaller refund that was requested instead, when other refunds had left less than this amount */
    replaced_by: string | null
    /** the provider's message about the last rejection */
    last_rejection: string | null
    /** when the comparison with the provider found it, if it did */
    found_at: Date | null
    /** as the settings said when it was requested; null: normal */
    speed: Generated<'normal' | 'optimum' | null>
  }
  /** what an administrator has said about a refund that the shop did not make */
  refund_answers: {
    refund_id: string
    /** the return that it paid back; null: something else */
    return_id: string | null
    note: Generated<string>
    answered_by: string | null
    answered_at: Generated<Date>
  }
  /** All but the id is null until it is fetched from the provider. */
  disputes: {
    id: Generated<string>
    provider: Generated<string>
    provider_dispute_id: string
    provider_payment_id: string | null
    amount_paise: Paise | null
    reason: string | null
    phase: string | null
    status: string | null
    respond_by: Date | null
    attempts: Generated<number>
    /** null when the dispute is over */
    next_check_at: Generated<Date | null>
    created_at: Generated<Date>
  }
  resolved_discrepancies: {
    id: Generated<string>
    kind: Discrepancy['kind']
    /** the id of the payment, refund or dispute */
    subject_id: string
    detail: string | null
    amount_paise: Paise
    discrepancy: JSONColumnType<Discrepancy>
    note: string
    resolved_by: string | null
    resolved_at: Generated<Date>
  }
  /** money that was paid back by hand for an order that was paid on delivery */
  cash_refunds: {
    id: Generated<string>
    order_id: string
    amount_paise: Paise
    reason: string
    recorded_by: string | null
    created_at: Generated<Date>
  }
  /** What providers have settled to the bank account. */
  settlement_rows: {
    id: Generated<string>
    provider: string
    settlement_id: string
    /** of the payment or refund at the provider */
    entity_id: string
    /** as the provider names it, such as `payment`, `refund` or `adjustment` */
    kind: string
    amount_paise: Paise
    /** with the tax */
    fee_paise: Paise
    tax_paise: Paise
    debit_paise: Paise
    credit_paise: Paise
    /** of the line on the bank statement */
    utr: string | null
    /** the day in India, such as 2026-11-20 */
    settled_on: string
    /** the shop has this payment or refund, and all amounts fit */
    is_matched: Generated<boolean>
    read_at: Generated<Date>
    /** why a row that does not match is right */
    note: string | null
    resolved_by: string | null
    resolved_at: Date | null
  }
  unknown_payments: {
    id: Generated<string>
    provider: Generated<string>
    provider_payment_id: string
    provider_order_id: string
    amount_paise: Paise
    phone: string | null
    /** as the provider names it */
    order_id: string | null
    found_at: Generated<Date>
  }
}
