import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Size } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { AdjustmentKind } from '#contract/pricing.ts'

/** What an administrator has changed in an order. */
export type OrderChange =
  /** only the fields that differ */
  | { readonly kind: 'address'; readonly before: Partial<SavedAddress>; readonly after: Partial<SavedAddress> }
  | { readonly kind: 'size'; readonly line: number; readonly name: string; readonly before: Size | null; readonly after: Size }
  | {
      readonly kind: 'items'
      /** as it was, so that a removed line stays on record */
      readonly item: {
        readonly line: number
        readonly productId: string
        readonly name: string
        readonly size: Size | null
        readonly price: Paise
      }
      readonly quantity: { readonly before: number; readonly after: number }
      readonly total: { readonly before: Paise; readonly after: Paise }
    }

/** Tables beside `orders`. */
export interface OrderTables {
  order_adjustments: {
    id: GeneratedAlways<number>
    order_id: string
    /** null: a fee of the whole order */
    line: number | null
    kind: AdjustmentKind
    label_code: string
    /** below 0 for a discount */
    amount_paise: Paise
    data: JSONColumnType<Record<string, unknown>, string | undefined>
  }
  order_notes: {
    id: Generated<string>
    order_id: string
    author_id: string | null
    text: string
    written_at: Generated<Date>
  }
}
