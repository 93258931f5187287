import type { Generated } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import type { RemittanceOutcome } from '#contract/shipping/remittances.ts'

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
    /** the courier's last message */
    status: string | null
    status_at: Date | null
    created_at: Generated<Date>
    /** a trigger sets it when the order is moved to Shipped */
    shipped_at: Date | null
  }
  /** A list of what a courier has paid. */
  cod_remittances: {
    id: Generated<string>
    courier: CourierKey
    /** a hash of the courier and the lines */
    fingerprint: string
    entered_by: string | null
    entered_at: Generated<Date>
    /** for parcels of several couriers; `courier` is 'other' then */
    pays_several: Generated<boolean>
    bank_paise: Paise | null
    utr: string | null
    /** a trigger counts the lines that were resolved */
    version: Generated<number>
    undone_at: Date | null
    undone_by: string | null
    /** the lines of an undone list, which are deleted */
    undone_lines: string | null
  }
  cod_remittance_lines: {
    id: Generated<string>
    remittance_id: string
    /** in the list, from 1 */
    line: number
    tracking_number: string
    amount_paise: Paise
    reference: string | null
    paid_on: Date | string | null
    /** null: no parcel has this number */
    order_id: string | null
    /** of the parcel, in a list for several couriers; null: that of the list, or not known */
    courier: CourierKey | null
    expected_paise: Paise | null
    outcome: RemittanceOutcome
    /** what was done about a line that does not match */
    note: string | null
    resolved_by: string | null
    resolved_at: Date | null
  }
  /** Orders whose cash is not expected from the courier any more, although no list had it. */
  cod_resolutions: { order_id: string; note: string; resolved_by: string | null; resolved_at: Generated<Date> }
  /** Delivered orders whose cash no courier has paid and nobody has given up; triggers write it. */
  unpaid_cod_orders: { order_id: string; courier: CourierKey | null; collect_paise: Paise; delivered_at: Date }
}
