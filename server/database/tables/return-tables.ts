import type { Generated, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Handover, ReturnReason, ReturnState, SeenPieces } from '#contract/orders/return-states.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'

/** Items that come back after the delivery. */
export interface ReturnTables {
  returns: {
    id: Generated<string>
    number: string
    order_id: string
    kind: Generated<'refund' | 'exchange'>
    is_fault: boolean
    state: Generated<ReturnState>
    handover: Handover | null
    note: Generated<string>
    decline_reason: string | null
    fee_paise: Paise
    /** expected until the return is settled */
    refund_paise: Paise
    /** the part of a settled refund that the shop pays by hand */
    cash_paise: Generated<Paise>
    /** a key of couriers.ts */
    pickup_courier: CourierKey | null
    pickup_reference: string | null
    pickup_booked_at: Date | null
    /** counted by a trigger */
    version: Generated<number>
    asked_at: Generated<Date>
    accepted_at: Date | null
    settled_at: Date | null
    settled_by: string | null
    /** when the shopper was asked to take the money for an exchange whose item is sold out */
    sold_out_at: Date | null
    by_link: Generated<boolean>
    /** why an administrator has accepted what the rules of its items exclude */
    overrule_reason: string | null
    /** of an exchange: the fee that the shopper pays by a link */
    to_pay_paise: Generated<Paise>
  }
  return_lines: {
    return_id: string
    order_id: string
    line: number
    quantity: number
    reason: ReturnReason
    new_size: string | null
    seen: JSONColumnType<SeenPieces> | null
    restocked: number | null
    refunded: number | null
    refund_paise: Paise | null
    /** what its documents were credited with; null before it is settled, and for what was settled before this column */
    credit_paise: Paise | null
    /** the item that is sent for it, with `new_size`; null for a refund */
    new_product_id: string | null
    /** pieces of it that are held */
    held: Generated<number>
    /** of a settled exchange: what was paid for the accepted pieces */
    exchanged_paise: Paise | null
  }
  /** bookings of pick-ups by the adapter of a courier */
  pickup_bookings: {
    /** by which the courier knows it */
    reference: string
    return_id: string
    state: Generated<'open' | 'booked' | 'rejected'>
    busy_until: Date
    created_at: Generated<Date>
  }
  return_pictures: {
    id: Generated<string>
    return_id: string
    /** the received item; null for photos of the shopper */
    line: number | null
    picture: Buffer
    created_at: Generated<Date>
  }
  /** what the shop pays back by hand */
  payouts: {
    id: Generated<string>
    /** null: of an order that is cancelled or has fewer items, without a return */
    return_id: string | null
    order_id: string
    /** of a refund without a return */
    reason: string | null
    amount_paise: Paise
    method: 'upi' | 'bank' | null
    /** encrypted */
    details: Buffer | null
    details_at: Date | null
    reference: string | null
    paid_at: Date | null
    paid_by: string | null
    version: Generated<number>
    created_at: Generated<Date>
  }
  return_transitions: { from_state: ReturnState; to_state: ReturnState }
}
