import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { PastItem } from '#contract/orders/past-orders.ts'

/** People of an earlier shop. */
export interface CustomerTables {
  imported_customers: {
    id: Generated<string>
    name: string
    /** ten digits */
    phone: string | null
    /** in lower case */
    email: string | null
    /** null: never asked */
    consent: boolean | null
    /** read it as text: a day has no time zone */
    consent_on: ColumnType<Date | null, string | null, string | null>
    consent_source: string | null
    imported_at: Generated<Date>
    search_text: GeneratedAlways<string>
  }
  past_order_imports: {
    id: Generated<string>
    file_name: string
    imported_by: string | null
    imported_at: Generated<Date>
  }
  /** orders of an earlier shop: in no figure, document or stock */
  past_orders: {
    id: Generated<string>
    import_id: string
    number: string
    /** read days as text: they have no time zone */
    placed_on: ColumnType<Date, string, string>
    delivered_on: ColumnType<Date | null, string | null, string | null>
    /** in the words of the earlier shop, as `payment` is */
    status: Generated<string>
    payment: Generated<string>
    name: Generated<string>
    /** ten digits */
    phone: string | null
    /** in lower case */
    email: string | null
    address: Generated<string>
    total_paise: Paise | null
    refunded_paise: Paise | null
    items: JSONColumnType<PastItem[], string | undefined, string>
    search_text: GeneratedAlways<string>
  }
}
