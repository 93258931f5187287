import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { StockCause } from '#contract/inventory/stock.ts'
import type { SavedAddress } from '#contract/kernel/address.ts'
import type { Size } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import type { ManualPaymentMethod } from '#contract/orders/manual-payment.ts'
import type { OrderChange } from '#contract/orders/order-change.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { OrderFlag } from '#contract/orders/order-flags.ts'
import type { OrderStatus, ParcelCondition } from '#contract/orders/order-status.ts'
import type { ActivityTables } from './tables/activity-tables.ts'
import type { BackupTables } from './tables/backup-tables.ts'
import type { CustomerTables } from './tables/customer-tables.ts'
import type { DeliveryTables } from './tables/delivery-tables.ts'
import type { ExpenseTables } from './tables/expense-tables.ts'
import type { ExportTables } from './tables/export-tables.ts'
import type { FigureTables } from './tables/figure-tables.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { MailTables } from './tables/mail-tables.ts'
import type { OfferTables } from './tables/offer-tables.ts'
import type { OrderTables } from './tables/order-tables.ts'
import type { PageTables } from './tables/page-tables.ts'
import type { PaymentTables } from './tables/payment-tables.ts'
import type { ProductTables } from './tables/product-tables.ts'
import type { PushTables } from './tables/push-tables.ts'
import type { RedirectTables } from './tables/redirect-tables.ts'
import type { RestoreTables } from './tables/restore-tables.ts'
import type { ReturnTables } from './tables/return-tables.ts'
import type { SettingsTables } from './tables/settings-tables.ts'
import type { ShippingTables } from './tables/shipping-tables.ts'
import type { TaxTables } from './tables/tax-tables.ts'
import type { TicketTables } from './tables/ticket-tables.ts'
import type { UcpTables } from './tables/ucp-tables.ts'
import type { UserTables } from './tables/user-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'

export interface OutboxContactMessage {
  name: string
  replyTo: string
  orderNumber: string | null
  message: string
  /** such as T-1000; missing in those of an older version */
  ticket?: string
  /** to a ticket that exists */
  isReply?: boolean
}

/** What happened to a ticket, to the person who wrote it. */
export interface OutboxTicketMail {
  kind: 'ticket'
  event: 'received' | 'acknowledged' | 'answered' | 'settled'
  to: string
  ticketId: string
  number: string
  /** what the shop has answered */
  text: string
  /** in which it is settled */
  days: number
}

/** The link by which an order is followed and returned, to the address of the order. */
export interface OutboxOrderLinkMail {
  kind: 'order link'
  orderId: string
}

/** A mail about stock that somebody waits for. */
export interface OutboxRestockMail {
  kind: 'confirm restock' | 'back in stock'
  restockRequestId: string
}

export interface OutboxCartReminder {
  kind: 'cart reminder'
  userId: string
}

/** The report of a day to the shop itself, as it is sent. */
export interface OutboxReport {
  kind: 'daily report'
  to: string
  /** such as 2026-11-20 */
  day: string
  paragraphs: string[]
  url: string
}

/** What a mail of an account is rendered from. Links and codes are derived when it is sent. */
export type OutboxAccountMail =
  | { kind: 'verify email'; to: string; userId: string }
  /** to the verified address of the account, if there is one */
  | { kind: 'forgotten pin'; nameOrEmail: string }
  | { kind: 'login code'; to: string; codeId: string }
  | { kind: 'staff invitation'; to: string; invitationId: string }
  | { kind: 'pin changed' | 'email changed'; to: string; name: string }
  | { kind: 'new device'; to: string; name: string; device: string; place: string }

/** An endpoint of a webhook is disabled, to the shop itself. */
export interface OutboxWebhookMail {
  kind: 'webhook disabled'
  to: string
  host: string
  reason: 'gone' | 'failing'
}

/** The tables as the migrations leave them. `bigint` columns arrive as numbers (see adapters/postgres.ts). */
export interface Tables
  extends ActivityTables,
    BackupTables,
    CustomerTables,
    DeliveryTables,
    ExpenseTables,
    ExportTables,
    FigureTables,
    MailTables,
    OfferTables,
    OrderTables,
    PageTables,
    PaymentTables,
    ProductTables,
    ImportTables,
    PushTables,
    RedirectTables,
    RestoreTables,
    ReturnTables,
    SettingsTables,
    ShippingTables,
    TaxTables,
    TicketTables,
    UcpTables,
    UserTables,
    WebhookTables {
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
    /** what was paid online of an order on delivery; 0 for every other order */
    advance_paise: Generated<Paise>
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
    /** the longest delivery that the policies named when it was placed, see migration 0201 */
    delivery_days: Generated<number | null>
    /** when it is cancelled unless it is confirmed, as its reminder says */
    cancels_at: Date | null
    /** the return that is answered with this order; null for an order of a shopper */
    exchange_return_id: string | null
    link_revision: Generated<number>
    /** the name of the buyer on documents; null: that of the address */
    document_name: string | null
    /** what the shopper says about the order; empty: nothing */
    shopper_note: Generated<string>
    /** the packing slip has no prices */
    is_gift: Generated<boolean>
    /** how it was paid to the shop itself; null for every other order */
    manual_payment: ManualPaymentMethod | null
    manual_payment_reference: Generated<string>
    /** noon of its day in India */
    manual_payment_at: Date | null
    /** the customer has taken the items away: no parcel is sent */
    is_taken_away: Generated<boolean>
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
    /** until it leaves, of an item that is made to order */
    dispatch_days: number | null
    /** the day in India on which a pre-ordered item leaves; written as `2026-12-12` */
    available_from: ColumnType<Date | null, string | null | undefined, string | null>
    /** in an exchange: what was paid for the pieces that came back for this line */
    exchange_paise: Generated<Paise | null>
    /** what one unit cost the shop when it was ordered; null: not known. Never in a reply to a shopper */
    cost_paise: Generated<Paise | null>
    /** of the product when it was ordered */
    return_rule: Generated<ReturnRule>
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
  /** A mail of an order event, of a contact message, of an account or about stock. */
  outbox_mails: {
    id: Generated<string>
    order_event_id: number | null
    contact_message: JSONColumnType<OutboxContactMessage> | null
    account_mail: JSONColumnType<
      OutboxAccountMail | OutboxRestockMail | OutboxCartReminder | OutboxReport | OutboxTicketMail | OutboxOrderLinkMail | OutboxWebhookMail
    > | null
    state: Generated<'waiting' | 'sent' | 'skipped' | 'given up'>
    attempts: Generated<number>
    due_at: Generated<Date>
    created_at: Generated<Date>
    settled_at: Date | null
    skip_reason: string | null
  }
}

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
