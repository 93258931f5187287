import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { OfferKind } from '#contract/offers/offer-kinds.ts'
import type { OfferScope, OfferTier } from '#contract/offers/offer-schemas.ts'

/** Offers, and who has used them. */
export interface OfferTables {
  offers: {
    id: Generated<string>
    title: string
    /** in upper case; null: it applies by itself */
    code: string | null
    kind: OfferKind
    percent: number | null
    amount_paise: Paise | null
    tiers: JSONColumnType<OfferTier[]>
    /** of a set */
    buy_items: number | null
    get_items: number | null
    get_percent: number | null
    /** of `buy_items` together */
    set_price_paise: Paise | null
    gift_product_id: string | null
    /** null: any size */
    gift_size: string | null
    most_paise: Paise | null
    least_paise: Paise | null
    scope: JSONColumnType<OfferScope>
    from_at: Date | null
    to_at: Date | null
    limit_total: number | null
    limit_person: number | null
    first_order: Generated<boolean>
    /** what somebody who spreads the code gets of its sales; null: nothing */
    commission_percent: Generated<number | null>
    /** shown to shoppers though it has a code */
    is_public: Generated<boolean>
    /** false: an administrator has ended it */
    active: Generated<boolean>
    /** counted `offer_uses` */
    used: Generated<number>
    version: Generated<number>
    created_at: Generated<Date>
  }
  offer_uses: {
    id: GeneratedAlways<number>
    offer_id: string
    /** null: an online payment that is not made */
    order_id: string | null
    payment_id: string | null
    /** the account or phone, as a keyed hash */
    person: Buffer
    /** keyed hashes of all that identifies the person, `person` included; null in uses from before November 2026 */
    person_keys: Buffer[] | null
    amount_paise: Paise
    /** part of `offers.used`: false after a cancellation and after the end of a hold */
    is_counted: Generated<boolean>
    used_at: Generated<Date>
  }
  offer_events: {
    id: GeneratedAlways<number>
    offer_id: string
    event: 'added' | 'changed' | 'ended'
    /** the fields that have changed, with their values before and after */
    change: JSONColumnType<Record<string, { before: unknown; after: unknown }>>
    changed_by: string | null
    happened_at: Generated<Date>
  }
  /** the code that a shopper has entered */
  cart_offers: { user_id: string; code: string; entered_at: Generated<Date> }
}
