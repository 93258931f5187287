import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { offerLimits } from '../kernel/limits/offer-limits.ts'
import { formatRupees } from '../kernel/money.ts'

/** Why a code does not count, and what is wrong with a change of an offer. */
export const offerErrors = {
  offer_unknown: { status: 409, text: 'We do not know this code. Please check it.' },
  offer_not_yet: { status: 409, text: 'This code is not valid yet.' },
  offer_over: { status: 409, text: 'This code is no longer valid.' },
  offer_cart_too_small: {
    status: 409,
    text: ({ least }: { least: number }) => `This code is for orders of ${formatRupees(least)} or more.`,
  },
  offer_too_few_items: { status: 409, text: ({ items }: { items: number }) => `This code needs ${items} items that it is for.` },
  offer_gift_missing: {
    status: 409,
    text: ({ gift }: { gift: string }) => `Please add ${gift} to your cart: with this code it is free.`,
  },
  offer_saves_nothing: { status: 409, text: 'This code does not lower the price of these items.' },
  offer_not_for_items: { status: 409, text: 'This code is not for the items in your cart.' },
  offer_first_order: { status: 409, text: 'This code is for a first order.' },
  offer_used_before: { status: 409, text: 'You have used this code before.' },
  offer_used_up: { status: 409, text: 'This offer has been used up.' },
  offer_not_found: { status: 404, text: 'This offer no longer exists.' },
  offer_changed: { status: 409, text: 'Someone else has changed this offer. Please review it and try again.' },
  offer_ended: { status: 409, text: 'This offer has ended. Please add a new one.' },
  offer_exists: { status: 409, text: 'There is an offer with this code already.' },
  offers_running: {
    status: 409,
    text: `A shop can have ${offerLimits.running} offers that run or are planned. Please end one of them first.`,
  },
  offers_full: { status: 409, text: `A shop can have ${offerLimits.offers.toLocaleString('en-IN')} offers.` },
} as const satisfies ErrorTable
