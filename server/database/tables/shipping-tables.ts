import type { Generated } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { BookingState } from '#contract/orders/courier-bookings.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
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
  /** Parcels that are booked at a courier. Written by `server/shipping/courier/` and a trigger; read by orders, too. */
  courier_bookings: {
    /** the number of the order and the attempt */
    reference: string
    order_id: string
    attempt: number
    state: Generated<BookingState>
    /** what the courier was asked to collect */
    collect_paise: Paise
    weight_grams: number
    /** a trigger sets it when the address of the order changes after the courier was asked */
    address_changed: Generated<boolean>
    /** why it is not booked, or is to be booked again */
    problem: Generated<string>
    /** why the courier has not cancelled it yet */
    cancel_problem: Generated<string>
    provider_order_id: string | null
    provider_shipment_id: string | null
    courier: CourierKey | null
    /** as the courier's company names the service */
    courier_name: string | null
    tracking_number: string | null
    requested_by: string | null
    created_at: Generated<Date>
    booked_at: Date | null
    /** how often the courier was asked; the count also says which claim is the last one */
    tries: Generated<number>
    /** when the courier is asked; a claim sets it to the end of the claim */
    due_at: Generated<Date>
  }
  /** What the courier says about booked parcels. Written by `server/shipping/courier/`; read by orders, too. */
  courier_parcels: {
    reference: string
    order_id: string
    /** the last state that the shop knows the meaning of; null until there is one */
    state: ParcelState | null
    state_at: Date | null
    /** attempts to deliver it that failed */
    attempts: Generated<number>
    /** why the last attempt failed, or why it returns, as the courier says it */
    reason: Generated<string>
    expected_on: string | null
    /** what does not fit the order */
    problem: Generated<string>
    /** a problem that an administrator has marked as resolved */
    resolved_problem: Generated<string>
    provider_code: string | null
    /** the courier's answer as it came, without addresses */
    answer: unknown
    answered_at: Date | null
    /** why the last look failed */
    look_problem: Generated<string>
    /** how many looks have failed since the last answer */
    failed_looks: Generated<number>
    message_at: Date | null
    /** how often the courier was asked; the count also says which claim is the last one */
    tries: Generated<number>
    /** null: the courier is not asked any more */
    due_at: Generated<Date | null>
    created_at: Generated<Date>
    /** failed attempts that the shopper was told about */
    announced_attempts: Generated<number>
    /** the last day of a claim for a lost or damaged parcel; a trigger sets it */
    claim_by: Generated<string | null>
    claimed_on: string | null
    claim_reference: Generated<string>
    claim_closed_at: Date | null
    /** the Indian day on which its collection was asked for last */
    pickup_asked_on: string | null
    pickup_requested_at: Date | null
    pickup_problem: Generated<string>
  }
  /** What happened to a parcel, and where. */
  courier_scans: {
    reference: string
    happened_at: Date
    text: string
    place: Generated<string>
    /** null: the shop does not know what the courier's code means */
    state: ParcelState | null
    provider_code: string | null
  }
  /** Messages of the courier, as they came. */
  courier_messages: {
    id: Generated<string>
    received_at: Generated<Date>
    tracking_number: string | null
    /** null: no booking has this number */
    reference: string | null
    body: unknown
  }
  /** What the courier is to do with a parcel that it could not deliver. Written by `server/shipping/courier/`. */
  delivery_answers: {
    id: Generated<string>
    reference: string
    order_id: string
    /** the failed attempt that it answers */
    attempt: number
    action: 'deliver again' | 'bring back'
    deliver_on: string | null
    address_line: Generated<string>
    phone: Generated<string>
    answered_by: 'shopper' | 'administrator'
    actor_id: string | null
    state: Generated<'requested' | 'sent' | 'rejected' | 'replaced'>
    problem: Generated<string>
    created_at: Generated<Date>
    sent_at: Date | null
    tries: Generated<number>
    due_at: Generated<Date>
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
