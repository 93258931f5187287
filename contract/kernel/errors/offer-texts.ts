import { offerLimits } from '../limits/offer-limits.ts'
import { formatRupees } from '../money.ts'

/** Why a code does not count, and what is wrong with a change of an offer. */
export const offerTexts = {
  offer_unknown: 'We do not know this code. Please check it.',
  offer_not_yet: 'This code is not valid yet.',
  offer_over: 'This code is no longer valid.',
  offer_cart_too_small: ({ least }: { least: number }) => `This code is for orders of ${formatRupees(least)} or more.`,
  offer_not_for_items: 'This code is not for the items in your cart.',
  offer_first_order: 'This code is for a first order.',
  offer_used_before: 'You have used this code before.',
  offer_used_up: 'This offer has been used up.',
  offer_not_found: 'This offer no longer exists.',
  offer_changed: 'Someone else has changed this offer. Please review it and try again.',
  offer_ended: 'This offer has ended. Please add a new one.',
  offer_exists: 'There is an offer with this code already.',
  offers_full: `A shop can have ${offerLimits.offers.toLocaleString('en-IN')} offers.`,
} as const
