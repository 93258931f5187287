import type { z } from 'zod'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { maxDaysAgo } from '#contract/orders/manual-payment.ts'
import { type phoneOrdersCalls, walkInCustomer } from '#contract/orders/phone-orders.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { indianStates } from '#contract/tax/states.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPinCode } from '../../pin-codes/pin-codes.ts'
import { handOverOrder } from '../lifecycle/transition-order.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import type { PlacedBy } from '../placing/place-order.ts'

export type PhoneOrderBody = z.output<typeof phoneOrdersCalls.placePhoneOrder.body>

const dayMs = 86_400_000

/** How many days before today in India a day is. Throws `AppError` (400) for a day in the future, or too long ago. */
function countDaysAgo({ day, field }: { day: string; field: string }): number {
  const days = (Date.parse(toIndianDay()) - Date.parse(day)) / dayMs
  if (days < 0) throw new AppError('invalid_request', { fields: { [field]: 'This day is in the future.' } })
  if (days <= maxDaysAgo) return days
  throw new AppError('invalid_request', { fields: { [field]: `Enter a day of the last ${maxDaysAgo} days.` } })
}

interface EnteredOrder {
  readonly body: PhoneOrderBody
  readonly payments: PaymentsPort
  readonly administratorId: string
}

/** How an order is paid, when, and whether its items are taken away. Throws `AppError` (400) for a day that cannot be. */
export function readEnteredOrder({ body, payments, administratorId }: EnteredOrder): PlacedBy {
  const { payment, manualPayment: paid, day = toIndianDay(), isTakenAway } = body
  const daysAgo = countDaysAgo({ day, field: 'day' })
  const paidDay = paid?.day ?? day
  if (paid) countDaysAgo({ day: paidDay, field: 'manualPayment.day' })
  const isPaid = payment === 'paid' && paid !== undefined
  return {
    administratorId,
    payment,
    daysAgo,
    manualPayment: isPaid ? { method: paid.method, reference: paid.reference, at: new Date(`${paidDay}T12:00:00+05:30`) } : undefined,
    handOver: isTakenAway ? (placed) => handOverOrder({ ...placed, payments, administratorId }) : undefined,
  }
}

interface WalkIn {
  readonly buyer: PhoneOrderBody['buyer']
  readonly shop: Pick<ShopSettings['shop'], 'gstin' | 'address'>
}

/**
 * The address of an order whose items are taken away: the state of the shop, where the delivery ends and which therefore is the place of
 * supply.
 */
export function buildWalkInAddress({ buyer, shop }: WalkIn): SavedAddress {
  const pinCode = /\b[1-9]\d{2} ?\d{3}\b/.exec(shop.address)?.[0].replace(' ', '') ?? ''
  const state = indianStates.find(({ code }) => code === shop.gstin.slice(0, 2))?.name ?? findPinCode(pinCode).state
  const { name = '', phone = '', email = '', gstin, businessName } = buyer ?? {}
  return {
    firstName: name || walkInCustomer,
    lastName: '',
    address: 'Handed over at the shop',
    city: '',
    state,
    pinCode,
    phone,
    email,
    ...(gstin && { gstin }),
    ...(businessName && { businessName }),
  }
}
