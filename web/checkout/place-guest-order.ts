import { type DeliveryAddress, describeAddressProblem } from '#contract/address.ts'
import { toRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, call, NetworkError } from '../api/client.ts'
import { getIdempotencyKey } from '../api/idempotency-key.ts'
import { calculateGuestCartTotal, calculateGuestLineSubtotal } from '../guest-cart/edit-guest-cart.ts'
import type { GuestCartLine } from '../guest-cart/guest-cart-line.ts'

/** Where a guest's order keeps its name. */
export const guestOrderPlace = 'guestOrderKey'

export type OrderOutcome =
  | { readonly order: Order }
  | {
      /** what to tell */
      readonly text: string
      /** the cart is where this is put right */
      readonly toCart: boolean
      /** what the server says of single fields of the address */
      readonly fields: Readonly<Record<string, string>>
    }

function writeBody({ lines, address }: { lines: readonly GuestCartLine[]; address: DeliveryAddress }) {
  return {
    products: lines.map((line) => ({
      product: line._id,
      name: line.name,
      price: line.price,
      quantity: line.qty,
      size: line.size,
      image: line.image,
      subtotal: toRupees(calculateGuestLineSubtotal(line)),
    })),
    totalPrice: toRupees(calculateGuestCartTotal(lines)),
    cashOndelivery: true as const,
    deliveryAddress: address,
  }
}

/** Sends the order under its own name. Never throws for what a shopper can be told. */
export async function placeGuestOrder(given: { lines: readonly GuestCartLine[]; address: DeliveryAddress }): Promise<OrderOutcome> {
  const body = writeBody(given)
  try {
    const { order } = await call('placeGuestOrder', {
      headers: { 'idempotency-key': getIdempotencyKey({ place: guestOrderPlace, contents: body }) },
      body,
    })
    return { order }
  } catch (problem) {
    if (problem instanceof NetworkError) {
      const text = `${screenTexts.guestOrderFailed} ${screenTexts.notPlacedTwice}`
      return { text, toCart: false, fields: {} }
    }
    if (!(problem instanceof ApiError)) throw problem
    const fields = Object.fromEntries(Object.entries(problem.fields).map(([path, text]) => [path.split('.').at(-1) ?? path, text]))
    const text =
      problem.code === 'unknown'
        ? screenTexts.guestOrderFailed
        : Object.keys(fields).length > 0
          ? describeAddressProblem(fields)
          : problem.message
    return { text, toCart: problem.status === 409, fields }
  }
}
