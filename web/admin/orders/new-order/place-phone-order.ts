import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { calculateTotals, type ShownTotals } from '#contract/orders/adjustments.ts'
import { addCharges, type ChargePolicies } from '#contract/orders/charges.ts'
import type { PhoneOrderPayment } from '#contract/orders/phone-orders.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { ApiError, call } from '../../../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { draftKey } from '../../../session/drafts.ts'
import type { NewOrderLine, OrderableProduct } from './new-order-lines.ts'

interface PhoneOrder {
  readonly lines: readonly NewOrderLine[]
  readonly payment: PhoneOrderPayment
  readonly account: string | undefined
  readonly address: DeliveryAddress
  readonly note?: ShopperNote
  /** rupees, with the charges, as it was quoted */
  readonly toPay: number
}

interface QuotedOrder extends Pick<PhoneOrder, 'lines' | 'payment'> {
  readonly policies: ChargePolicies
  /** rupees, of the PIN code; undefined: as the policies say */
  readonly pinCharge: number | undefined
}

/** What an order costs with its charges. */
export function calculatePhoneTotals({ lines, payment, policies, pinCharge }: QuotedOrder): ShownTotals {
  const totals = calculateTotals({ lines: lines.map(({ product: { price }, quantity }) => ({ price, quantity })) })
  if (lines.length === 0) return totals
  return addCharges({ totals, policies, payment: payment === 'link' ? 'online' : 'delivery', pinCharge })
}

/** Sends the order. The same order sent again after a lost answer is placed once. */
export async function placePhoneOrder({ lines, payment, account, address, toPay, note }: PhoneOrder) {
  const products = lines.map(({ product, size, quantity }) => ({ product: product._id, size, quantity }))
  const body = { products, totalPrice: toPay, payment, account, deliveryAddress: address, ...note }
  const storageKey = draftKey('new order key')
  const headers = { 'idempotency-key': getIdempotencyKey({ storageKey, contents: body }) }
  const { order } = await callSignedIn('POST /order/admin', { headers, body })
  clearIdempotencyKey(storageKey)
  return order
}

/** The products of the lines as they are now; undefined for one that is no longer sold. */
export async function readProducts(lines: readonly NewOrderLine[]): Promise<ReadonlyMap<string, OrderableProduct | undefined>> {
  const ids = [...new Set(lines.map(({ product }) => product._id))]
  const read = (id: string) =>
    call('GET /products/:id', { params: { id } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
  return new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)))
}
