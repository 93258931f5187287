import { returnLimits } from '../limits/return-limits.ts'
import { formatReturnDay } from '../return-days.ts'

/** Why a return cannot be asked for or changed. */
export const returnTexts = {
  return_not_delivered: 'Items can be returned after the order is delivered.',
  return_too_late: ({ lastDay }: { lastDay: string }) =>
    `These items could be returned until ${formatReturnDay(lastDay)}. Is an item faulty or not the one you ordered? Choose that reason, or write to us.`,
  return_pieces: ({ name, left }: { name: string; left: number }) =>
    left === 0 ? `${name} is being returned already.` : `Only ${left} of ${name} can be returned.`,
  return_amount_changed: 'The refund has changed. Please review it and try again.',
  exchange_not_offered: 'Items cannot be exchanged at the moment. You can return them for their money.',
  exchange_item: ({ name }: { name: string }) =>
    `${name} can be exchanged for another size or colour at the same price. Please choose one of them.`,
  exchange_sold_out: ({ name }: { name: string }) => `${name} is sold out. Choose another size or colour, or the money.`,
  exchange_once: 'Items of an exchange can be returned for their money, but not exchanged again.',
  exchange_fee_changed: 'The fee of the exchange has changed. Please review it and try again.',
  exchange_on_its_way: 'The exchange is being sent. Cancel its order first, if that is still possible.',
  return_changed: 'This return has changed in the meantime. Please review it and try again.',
  return_step_not_possible: 'This return can no longer be changed this way.',
  return_not_found: 'This return does not exist.',
  return_open: ({ number }: { number: string }) =>
    `Return ${number} of this order is open. Settle or decline it before you refund anything else.`,
  returns_full: `An order can have ${returnLimits.perOrder} returns. Please write to us.`,
  return_pictures_full: `A return has at most ${returnLimits.maxPictures} photos.`,
  return_pictures_of_faults: 'Photos are for items that are faulty or not the ones you ordered.',
  return_pictures_closed: 'Photos can be added until the items have reached us.',
  return_item_pictures_full: `An item has at most ${returnLimits.maxPictures} photos.`,
  return_picture_not_found: 'This photo no longer exists.',
  return_pickup_reference: 'Enter the reference of the pick-up.',
  return_pickup_running: 'This pick-up is being booked at the moment. Please look again in a minute.',
  return_pickup_incomplete: ({ missing }: { missing: string }) =>
    `The pick-up cannot be booked: ${missing}. Complete it, or enter a booking that you have made yourself.`,
  return_pickup_failed: ({ reason }: { reason: string }) =>
    `${reason} Try again later, or book the pick-up on the courier's page and enter its reference.`,
  return_pickup_too_late: ({ reference }: { reference: string }) =>
    `The return has ended while its pick-up was booked. Cancel the pick-up ${reference} on the courier's page.`,
  return_refund_found:
    'A refund that the shop did not make was found at the payment provider. Say first whether it was the refund of this return.',
  return_refund_open: ({ number }: { number: string }) =>
    `Return ${number} of this order is open. Say there whether this was its refund, when the items are received.`,
  return_refund_gone: 'This refund is answered already. Please review the return again.',
  payout_paid: 'This refund is paid already.',
  return_counts: 'The conditions of each item must add up to its quantity.',
} as const
