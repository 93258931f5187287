import type { Generated, GeneratedAlways, JSONColumnType, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Size } from '#contract/business.ts'
import type { VoidReason } from '#contract/errors/errors.ts'
import type { StockCause } from '#contract/inventory/stock.ts'
import type { Paise } from '#contract/money.ts'
import type { OrderChange } from '#contract/orders/order-change.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { OrderFlag } from '#contract/orders/order-flags.ts'
import type { OrderStatus, ParcelCondition } from '#contract/orders/order-status.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import type { Adjustment } from '#contract/pricing.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { OrderTables } from './tables/order-tables.ts'
import type { ProductTables } from './tables/product-tables.ts'
import type { ShippingTables } from './tables/shipping-tables.ts'
import type { UserTables } from './tables/user-tables.ts'

export interface CartSnapshotLine {
  productId: string
  name: string
  imageKey: string
  price: Paise
  quantity: number
  size: Size | null
}

export interface OutboxContactMessage {
  name: string
  replyTo: string
  orderNumber: string | null
  message: string
}

/** A mail about stock that somebody waits for. */
export interface OutboxRestockMail {
  kind: 'confirm restock' | 'back in stock'
  restockRequestId: string
}

/** What a mail of an account is rendered from. Links and codes are derived when it is sent. */
export type OutboxAccountMail =
  | { kind: 'verify email'; to: string; userId: string }
  /** to the verified address of the account, if there is one */
  | { kind: 'forgotten pin'; nameOrEmail: string }
  | { kind: 'login code'; to: string; codeId: string }
  | { kind: 'pin changed' | 'email changed'; to: string; name: string }
  | { kind: 'new device'; to: string; name: string; device: string; place: string }

/** The tables as the migrations leave them. `bigint` columns arrive as numbers (see adapters/postgres.ts). */
export interface Tables extends OrderTables, ProductTables, ImportTables, ShippingTables, UserTables {
  orders: {
    id: Generated<string>
    number: string
    user_id: string | null
    kind: 'guest' | 'cod' | 'card'
    status: Generated<OrderStatus>
    payment_status: Generated<'Paid' | 'Pending' | 'Failed' | 'Refunded'>
    /** Σ price × quantity */
    total_paise: Paise
    /** Σ adjustments, below 0 for a discount */
    adjustment_paise: Generated<Paise>
    to_pay_paise: GeneratedAlways<Paise>
    paid_paise: Paise
    collect_paise: Paise
    /** sum of requested and processed refunds, without failed ones; a trigger updates it for card payments */
    refunded_paise: Generated<Paise>
    /** a refused or undelivered parcel; null for those whose stock an older version has returned */
    returned_parcel: 'on its way' | ParcelCondition | null
    delivery_address: JSONColumnType<SavedAddress>
    placed_at: Generated<Date>
    search_text: GeneratedAlways<string>
    /** whose order it is: an account or a phone */
    customer_key: GeneratedAlways<string>
    /** counted by a trigger */
    version: Generated<number>
    /** why the shop asks for a confirmation */
    flags: Generated<OrderFlag[]>
    /** by the link in its mail, which shows that the email address is the shopper's */
    confirmed_by_link: Generated<boolean>
    /** when it is cancelled unless it is confirmed, as its reminder says */
    cancels_at: Date | null
  }
  order_transitions: { from_status: OrderStatus; to_status: OrderStatus }
  stock_movements: {
    id: GeneratedAlways<number>
    product_id: string
    /** null: the product has one stock for all sizes */
    size: Size | null
    change: number
    stock_after: number
    cause: StockCause
    actor_id: string | null
    reference: string | null
    note: string | null
    moved_at: Generated<Date>
  }
  /** keyed hashes that identify the source of an order that is paid on delivery */
  order_sources: { order_id: string; keys: Buffer[]; range_key: Buffer | null; items: number; total_paise: Paise; counted_at: Date }
  /** what each source has ordered in an hour */
  unconfirmed_sums: {
    key: Buffer
    hour: Date
    /** not confirmed */
    orders: number
    items: number
    total_paise: Paise
    /** also confirmed by their link, or cancelled */
    placed_items: Generated<number>
    placed_paise: Generated<Paise>
  }
  order_lines: {
    order_id: string
    line: number
    product_id: string
    name: string
    image_key: string
    price_paise: Paise
    quantity: number
    subtotal_paise: GeneratedAlways<Paise>
    /** its share of the order's discounts, 0 or less */
    adjustment_paise: Generated<Paise>
    size: Size | null
  }
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    answer: JSONColumnType<object> | null
    created_at: Generated<Date>
  }
  visits: { id: GeneratedAlways<number>; visited_at: Generated<Date>; user_agent: string }
  visit_totals: { day: Date; visits: number }
  backups: { finished_at: Generated<Date> }
  limits: { key: string; points: number; expire: number | null }
  cart_lines: {
    user_id: string
    product_id: string
    size: Size | ''
    quantity: number
    displayed_price_paise: Paise
    added_at: Generated<Date>
  }
  saved_items: { user_id: string; product_id: string; saved_at: Generated<Date> }
  delivery_addresses: { address_id: Generated<string>; user_id: string; address: JSONColumnType<SavedAddress>; in_book: Generated<boolean> }
  other_addresses: { id: Generated<string>; user_id: string; address: JSONColumnType<SavedAddress>; saved_at: Generated<Date> }
  order_events: {
    id: GeneratedAlways<number>
    order_id: string
    event: OrderEvent
    actor: 'guest' | 'shopper' | 'admin' | 'system'
    actor_id: string | null
    happened_at: Generated<Date>
    /** the amount of a refund */
    amount_paise: Paise | null
    /** not shown to shoppers */
    internal: Generated<boolean>
    /** not shown to shoppers */
    change: JSONColumnType<OrderChange> | null
  }
  payments: {
    id: Generated<string>
    user_id: string | null
    provider: Generated<string>
    provider_order_id: string | null
    provider_payment_id: string | null
    amount_paise: Paise
    status: Generated<'created' | 'failed' | 'authorized' | 'paid'>
    cart_snapshot: JSONColumnType<CartSnapshotLine[]>
    adjustments: JSONColumnType<Adjustment[], string | undefined>
    delivery_address: JSONColumnType<SavedAddress>
    fingerprint: string
    hold_ends_at: Date
    hold_released_at: Date | null
    order_id: string | null
    discrepancy: string | null
    void_reason: VoidReason | null
    /** when the provider was last asked and answered that nothing is paid and no attempt to pay is in progress */
    checked_at: Date | null
    /** null when it is not checked any more */
    next_check_at: Date | null
    created_at: Generated<Date>
  }
  hold_sources: {
    payment_id: string
    ip_hash: Buffer
    range_hash: Buffer | null
    device_hash: Buffer | null
    items: number
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
  unknown_payments: {
    id: Generated<string>
    provider: Generated<string>
    provider_payment_id: string
    provider_order_id: string
    amount_paise: Paise
    phone: string | null
    found_at: Generated<Date>
  }
  /** A mail of an order event, of a contact message, of an account or about stock. */
  outbox_mails: {
    id: Generated<string>
    order_event_id: number | null
    contact_message: JSONColumnType<OutboxContactMessage> | null
    account_mail: JSONColumnType<OutboxAccountMail | OutboxRestockMail> | null
    state: Generated<'waiting' | 'sent' | 'skipped' | 'given up'>
    attempts: Generated<number>
    due_at: Generated<Date>
    created_at: Generated<Date>
    settled_at: Date | null
    skip_reason: string | null
  }
  limited_mails: {
    mail_id: string
    recipient: string
    is_sent: boolean
    handled_at: Generated<Date>
    source_keys: Generated<Buffer[]>
    range_key: Buffer | null
  }
  held_stock: { user_id: string | null; product_id: string; quantity: number }
  held_stock_by_size: { user_id: string | null; product_id: string; size: Size | null; quantity: number }
}

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
