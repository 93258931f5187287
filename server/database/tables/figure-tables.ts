import type { Generated } from 'kysely'
import type { MoneyPlaceKey } from '#contract/figures/money-places.ts'
import type { Paise } from '#contract/kernel/money.ts'

/** Sums of the orders placed on a day in India. Written by a job; the days to count by triggers. */
export interface FigureTables {
  daily_orders: {
    day: string
    payment: 'online' | 'on delivery' | 'to the shop'
    source: 'shopper' | 'administrator'
    orders: number
    cancelled: number
    delivered: number
    refused: number
    undelivered: number
    /** orders of which an item came back */
    returned: number
    paise: Paise
    /** of those that are not cancelled, refused or undelivered */
    sold_paise: Paise
    /** the sums of the same day in `daily_sales` */
    units: number
    cancelled_units: number
    refused_units: number
    undelivered_units: number
    returned_units: number
    sold_units_paise: Paise
  }
  daily_sales: {
    day: string
    product_id: string
    /** empty where the order says none */
    size: string
    /** items of all orders */
    units: number
    cancelled: number
    refused: number
    undelivered: number
    returned: number
    /** after discounts, without fees */
    paise: Paise
    /** of those that are not cancelled, refused or undelivered */
    sold_paise: Paise
  }
  /** what sold in the last 90 days */
  recent_sales: {
    product_id: string
    grouping: 'product' | 'size'
    /** empty for a product */
    size: string
    units: number
    paise: Paise
    /** of the 90 days before; null in rows of earlier versions */
    units_before: number | null
  }
  /** the day with which these days end */
  recent_sales_end: { id: Generated<true>; day: string }
  /** how often products were looked at in the 88 days until the day before yesterday, and in the 90 days before */
  recent_views: { product_id: string; views: number; views_before: number }
  /** the day with which the 88 days end */
  recent_views_end: { id: Generated<true>; day: string }
  /** when a product or a size of one was sold out */
  sold_out_times: {
    product_id: string
    /** empty for a product with one stock for all sizes */
    size: string
    started_at: Date
    /** infinity while it is sold out */
    ended_at: Generated<Date>
  }
  /** what became of parcels */
  daily_deliveries: {
    day: string
    /** the first three digits of the PIN code */
    pin: string
    state: string
    payment: 'online' | 'on delivery' | 'to the shop'
    /** empty where no parcel was entered */
    courier: string
    /** parcels that have left the shop */
    sent: number
    delivered: number
    refused: number
    undelivered: number
  }
  /** where orders come from */
  daily_order_sources: {
    day: string
    kind: 'visit' | 'not known' | 'entered'
    source: string
    medium: string
    campaign: string
    orders: number
    cancelled: number
    /** refused on delivery, or could not be delivered */
    not_taken: number
    /** orders of which an item came back */
    returned: number
    /** of those that are not cancelled, refused or undelivered */
    sold_paise: Paise
  }
  /** orders with the code of an offer */
  daily_code_sales: {
    day: string
    offer_id: string
    orders: number
    cancelled: number
    /** refused on delivery, or could not be delivered */
    not_taken: number
    /** orders of which an item came back */
    returned: number
    /** items of orders that are not cancelled, refused or undelivered, after discounts, without fees */
    sold_paise: Paise
    /** of those, items that came back */
    returned_paise: Paise
  }
  /** persons whose first order was placed on the day */
  daily_buyers: {
    day: string
    kind: 'visit' | 'not known' | 'entered'
    source: string
    persons: number
    /** of them, persons with a second order */
    again: number
    days_to_second: number
    /** of these persons until now */
    orders: number
    /** orders of the day without a person */
    unnamed: number
  }
  /** where the money of orders is */
  daily_money: {
    day: string
    /** a place, `all` for what the orders cost, or `surplus` */
    place: MoneyPlaceKey | 'all' | 'surplus'
    orders: number
    paise: Paise
    /** newest first; empty for `all` and `surplus` */
    order_ids: string[]
    amounts: Paise[]
  }
  /** profit and loss */
  daily_profit: {
    day: string
    key: string
    paise: Paise
    /** parcels, of freight only */
    count: number
    /** for `fees`, the amounts of payments whose fee is not known yet */
    payments: Paise[]
  }
  /** how far visits came */
  daily_steps: { day: string; step: 'visit' | 'product' | 'cart' | 'checkout'; visits: number }
  /** how often the pages of products were opened */
  daily_product_views: { day: string; product_id: string; views: number }
  /** Each transaction that changes an order adds a row for its day. */
  changed_order_days: {
    day: string
    /** 0: the day has never been counted */
    transaction_id: Generated<string>
  }
  /** the same for `daily_profit` */
  changed_profit_days: { day: string; transaction_id: Generated<string> }
}
