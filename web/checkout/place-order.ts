import type { CartLine } from '#contract/cart/cart.ts'
import { type DeliveryAddress, describeAddressProblem } from '#contract/kernel/address.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { ApiError, call, NetworkError } from '../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'
import type { GuestCartLine } from '../cart/state/guest-cart-line.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { draftKey } from '../session/drafts.ts'
import { clearPurchaseReport, readPurchaseReport } from './purchase-report.ts'
import { readVisit } from './read-visit.ts'

export interface OrderError {
  readonly text: string
  /** the shopper has to review the cart */
  readonly isCartOutdated: boolean
  /** cash is not taken for it; it can be paid online */
  readonly isCodRefused?: boolean
  /** rupees that must be paid online for the rest to be paid on delivery */
  readonly advance?: number | undefined
  /** field of the address → what is wrong with it */
  readonly fields: Readonly<Record<string, string>>
}

export type OrderOutcome = { readonly order: Order } | { readonly error: OrderError }

/** Sends an order with its idempotency key. Throws only a 401 and unexpected errors. */
async function placeOrder({
  storageKey,
  contents,
  failedText,
  send,
}: {
  storageKey: string
  contents: object
  failedText: string
  send: (headers: { 'idempotency-key': string }) => Promise<{ order: Order }>
}): Promise<OrderOutcome> {
  try {
    const { order } = await send({ 'idempotency-key': getIdempotencyKey({ storageKey, contents }) })
    clearIdempotencyKey(storageKey)
    clearPurchaseReport()
    return { order }
  } catch (error) {
    return { error: toOrderError({ error, failedText }) }
  }
}

/** What an error of a call says about the order. Throws a 401 and unexpected errors. */
export function toOrderError({ error, failedText }: { error: unknown; failedText: string }): OrderError {
  if (error instanceof NetworkError) return { text: `${failedText} ${screenTexts.notPlacedTwice}`, isCartOutdated: false, fields: {} }
  if (!(error instanceof ApiError) || error.status === 401) throw error
  const fields = Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path.split('.').at(-1) ?? path, text]))
  const text = error.code === 'unknown' ? failedText : Object.keys(fields).length > 0 ? describeAddressProblem(fields) : error.message
  const { advance } = error
  if (error.code === 'cod_not_offered') return { text, isCartOutdated: false, isCodRefused: true, advance, fields }
  if (advance !== undefined) return { text, isCartOutdated: false, advance, fields }
  return { text, isCartOutdated: error.status === 409 && error.code !== 'not_delivered', fields }
}

/** The lines and the total of a guest's order, as the server compares them. */
export function buildGuestLines(lines: readonly GuestCartLine[]) {
  const products = lines.map(({ _id: product, name, price, qty: quantity, size, image }) => {
    const subtotal = calculateTotalRupees([{ price, quantity }])
    return { product, name, price, quantity, size, image, subtotal }
  })
  return { products, totalPrice: calculateTotalRupees(products) }
}

/** What a guest's request says about the code and the amount that its page has shown. */
export interface ShownOffer {
  readonly offerCode?: string
  readonly toPay?: number
}

interface GuestOrder {
  readonly lines: readonly GuestCartLine[]
  readonly address: DeliveryAddress
  readonly note?: ShopperNote
  readonly offer?: ShownOffer
}

/** Orders the guest's cart, cash on delivery. */
export function placeGuestOrder({ lines, address, note, offer }: GuestOrder): Promise<OrderOutcome> {
  const body = { ...buildGuestLines(lines), ...offer, cashOndelivery: true as const, deliveryAddress: address, ...note }
  return placeOrder({
    storageKey: 'guestOrderKey',
    contents: body,
    failedText: screenTexts.guestOrderFailed,
    send: (headers) => call('POST /guest/cashondelivery', { headers, body: { ...body, ...readPurchaseReport(), visit: readVisit() } }),
  })
}

/** What a request says about an item that is bought instead of the cart. */
export interface Bought {
  readonly buyNow: BoughtItem
  readonly offerCode?: string | undefined
}

interface CodOrder {
  readonly lines: readonly CartLine[]
  readonly address: DeliveryAddress
  readonly note?: ShopperNote
  /** the item of the lines, when it is bought instead of the cart */
  readonly bought?: Bought | undefined
  /** rupees, when the page has shown it */
  readonly toPay?: number | undefined
}

/** Orders the shopper's cart, cash on delivery. */
export function placeCodOrder({ lines, address, note, toPay, bought }: CodOrder): Promise<OrderOutcome> {
  const totalPrice = calculateTotalRupees(lines.map(({ product: { price }, quantity }) => ({ price, quantity })))
  return placeOrder({
    storageKey: draftKey('cod order key'),
    contents: {
      address,
      ...note,
      ...bought,
      toPay,
      lines: lines.map(({ product, size, quantity }) => [product._id, product.price, size, quantity]),
    },
    failedText: `${screenTexts.codFailed} ${screenTexts.codNotConfirmed}`,
    send: (headers) =>
      callSignedIn('POST /cod/cashondelivery', {
        headers,
        body: { ...address, ...note, ...bought, totalPrice, toPay, ...readPurchaseReport(), visit: readVisit() },
      }),
  })
}
