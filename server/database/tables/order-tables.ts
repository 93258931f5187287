import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { AdjustmentKind, AdjustmentSource } from '#contract/kernel/pricing.ts'
import type { DraftContents } from '#contract/orders/order-drafts.ts'
import type { ReportRecipients } from '#contract/settings/purchase-report.ts'
import type { ReportState } from '#contract/settings/purchase-reports.ts'

/** Tables beside `orders`. */
export interface OrderTables {
  order_adjustments: {
    id: GeneratedAlways<number>
    order_id: string
    /** null: a fee of the whole order */
    line: number | null
    kind: AdjustmentKind
    source: Generated<AdjustmentSource>
    label_code: string
    /** below 0 for a discount */
    amount_paise: Paise
    data: JSONColumnType<Record<string, unknown>, string | undefined>
  }
  /** where the visit of an order comes from, or how an entered order came; deleted after 90 days */
  order_referrals: {
    id: GeneratedAlways<number>
    /** null: an online payment that has no order yet */
    order_id: string | null
    payment_id: string | null
    source: string
    medium: Generated<string>
    campaign: Generated<string>
    host: Generated<string>
    click_name: Generated<string>
    click_id: Generated<string>
    stored_at: Generated<Date>
  }
  /** orders whose shoppers agree that advertising companies are told */
  purchase_reports: {
    id: GeneratedAlways<number>
    /** null: an online payment that has no order yet */
    order_id: string | null
    payment_id: string | null
    recipients: ReportRecipients
    text_version: string
    agreed_at: Generated<Date>
    withdrawn_at: Date | null
    /** empty when it is no longer needed */
    user_agent: string
    /** of the report to Meta */
    state: Generated<ReportState>
    tries: Generated<number>
    due_at: Generated<Date>
    /** when an attempt first had no clear answer */
    unclear_at: Date | null
    changed_at: Generated<Date>
    problem: Generated<string>
  }
  /** cancelled orders that the shop does not list any more */
  archived_orders: { order_id: string; archived_at: Generated<Date>; archived_by: string | null }
  /** orders that administrators have begun to enter */
  order_drafts: {
    id: Generated<string>
    /** of the customer, as far as it is typed */
    name: string
    phone: string
    /** in lower case */
    email: string
    user_id: string | null
    contents: JSONColumnType<DraftContents>
    saved_at: Generated<Date>
    saved_by: string | null
    version: Generated<number>
  }
  /** the orders that are open at a packing table */
  packing_claims: {
    order_id: string
    /** a random value of the browser tab */
    packer: string
    opened_by: string | null
    opened_at: Generated<Date>
  }
  order_notes: {
    id: Generated<string>
    order_id: string
    author_id: string | null
    text: string
    written_at: Generated<Date>
  }
  /** keyed hashes that identify the source of an order that is paid on delivery */
  order_sources: {
    order_id: string
    keys: Buffer[]
    range_key: Buffer | null
    items: number
    total_paise: Paise
    counted_at: Date
    counted_keys: Buffer[] | null
    /** how many times the limits of a person its IP address has */
    ip_factor: Generated<number>
  }
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
}
