import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { returnLimits } from '../kernel/limits/return-limits.ts'
import { formatReturnDay } from '../kernel/return-days.ts'

/** Why a return cannot be asked for or changed. */
export const returnErrors = {
  return_not_delivered: { status: 409, text: 'Items can be returned after the order is delivered.' },
  return_too_late: {
    status: 409,
    text: ({ lastDay }: { lastDay: string }) =>
      `These items could be returned until ${formatReturnDay(lastDay)}. Is an item faulty or not the one you ordered? Choose that reason, or write to us.`,
  },
  return_pieces: {
    status: 409,
    text: ({ name, left }: { name: string; left: number }) =>
      left === 0 ? `${name} is being returned already.` : `Only ${left} of ${name} can be returned.`,
  },
  return_final_sale: {
    status: 409,
    text: ({ name }: { name: string }) =>
      `${name} was sold as final sale. It can be returned only if it is faulty, late, not as shown or not the item you ordered: choose that reason.`,
  },
  return_exchange_only: {
    status: 409,
    text: ({ name }: { name: string }) =>
      `${name} can be exchanged only. Its money is paid back only if it is faulty, late, not as shown or not the item you ordered: choose that reason, or an exchange.`,
  },
  return_amount_changed: { status: 409, text: 'The refund has changed. Please review it and try again.' },
  exchange_not_offered: { status: 409, text: 'Items cannot be exchanged at the moment. You can return them for their money.' },
  exchange_item: {
    status: 409,
    text: ({ name }: { name: string }) =>
      `${name} can be exchanged for another size or colour at the same price. Please choose one of them.`,
  },
  exchange_sold_out: {
    status: 409,
    text: ({ name }: { name: string }) => `${name} is sold out. Choose another size or colour, or the money.`,
  },
  exchange_once: { status: 409, text: 'Items of an exchange can be returned for their money, but not exchanged again.' },
  exchange_fee_changed: { status: 409, text: 'The fee of the exchange has changed. Please review it and try again.' },
  exchange_on_its_way: { status: 409, text: 'The exchange is being sent. Cancel its order first, if that is still possible.' },
  return_changed: { status: 409, text: 'This return has changed in the meantime. Please review it and try again.' },
  return_step_not_possible: { status: 409, text: 'This return can no longer be changed this way.' },
  return_not_found: { status: 404, text: 'This return does not exist.' },
  return_open: {
    status: 409,
    text: ({ number }: { number: string }) =>
      `Return ${number} of this order is open. Settle or decline it before you refund anything else.`,
  },
  returns_full: { status: 409, text: `An order can have ${returnLimits.perOrder} returns. Please write to us.` },
  return_pictures_full: { status: 409, text: `A return has at most ${returnLimits.maxPictures} photos.` },
  return_pictures_of_faults: { status: 409, text: 'Photos are for items that are faulty or not the ones you ordered.' },
  return_pictures_closed: { status: 409, text: 'Photos can be added until the items have reached us.' },
  return_item_pictures_full: { status: 409, text: `An item has at most ${returnLimits.maxPictures} photos.` },
  return_picture_not_found: { status: 404, text: 'This photo no longer exists.' },
  return_pickup_reference: { status: 409, text: 'Enter the reference of the pick-up.' },
  return_pickup_running: { status: 409, text: 'This pick-up is being booked at the moment. Please look again in a minute.' },
  return_pickup_incomplete: {
    status: 409,
    text: ({ missing }: { missing: string }) =>
      `The pick-up cannot be booked: ${missing}. Complete it, or enter a booking that you have made yourself.`,
  },
  return_pickup_failed: {
    status: 503,
    text: ({ reason }: { reason: string }) =>
      `${reason} Try again later, or book the pick-up on the courier's page and enter its reference.`,
  },
  return_pickup_too_late: {
    status: 409,
    text: ({ reference }: { reference: string }) =>
      `The return has ended while its pick-up was booked. Cancel the pick-up ${reference} on the courier's page.`,
  },
  return_refund_found: {
    status: 409,
    text: 'A refund that the shop did not make was found at the payment provider. Say first whether it was the refund of this return.',
  },
  return_refund_open: {
    status: 409,
    text: ({ number }: { number: string }) =>
      `Return ${number} of this order is open. Say there whether this was its refund, when the items are received.`,
  },
  return_refund_gone: { status: 409, text: 'This refund is answered already. Please review the return again.' },
  payout_paid: { status: 409, text: 'This refund is paid already.' },
  return_counts: { status: 400, text: 'The conditions of each item must add up to its quantity.' },
} as const satisfies ErrorTable
