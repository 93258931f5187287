import type { Generated } from 'kysely'
import type { CourierKey } from '#contract/couriers.ts'

/** The tables of parcels and of what couriers pay. */
export interface ShippingTables {
  /** Written by `server/shipping/`; read by orders and mail, too. */
  shipments: {
    id: Generated<string>
    order_id: string
    direction: Generated<'forward' | 'return'>
    courier: CourierKey
    /** in upper case, without spaces; null until the courier has given one */
    tracking_number: string | null
    /** null: the courier's own page, if it has one */
    tracking_url: string | null
    /** what the courier said last, in its own words */
    status: string | null
    status_at: Date | null
    created_at: Generated<Date>
    /** a trigger sets it when the order is moved to Shipped */
    shipped_at: Date | null
  }
}
