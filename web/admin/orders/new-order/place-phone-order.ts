import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { paise, toPaise } from '#contract/kernel/money.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { calculateTotals, type ShownTotals } from '#contract/orders/adjustments.ts'
import { addCharges, type ChargePolicies } from '#contract/orders/charges.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { ApiError, call } from '../../../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { draftKey } from '../../../session/drafts.ts'
import type { NewOrderLine, OrderableProduct } from './new-order-lines.ts'
import { readText, type Sale, toSaleBody } from './sale.ts'

/** A discount as it is typed; without an amount there is none. */
export interface TypedDiscount {
  readonly amount: string
  readonly reason: string
}

export const noDiscount: TypedDiscount = { amount: '', reason: '' }

/** A stored draft, which may be anything. */
export function parseDiscount(stored: unknown): TypedDiscount {
  const { amount, reason } = (stored ?? {}) as Partial<Record<keyof TypedDiscount, unknown>>
  return { amount: readText(amount), reason: readText(reason) }
}

interface PhoneOrder {
  readonly lines: readonly NewOrderLine[]
  readonly sale: Sale
  readonly account: string | undefined
  /** the id of the draft that it comes from */
  readonly draft: string | undefined
  /** undefined when the items are taken away */
  readonly address: DeliveryAddress | undefined
  readonly note?: ShopperNote
  readonly discount: TypedDiscount
  /** rupees, with the charges, as it was quoted */
  readonly toPay: number
}

interface QuotedOrder extends Pick<PhoneOrder, 'lines' | 'sale' | 'discount'> {
  readonly policies: ChargePolicies
  /** rupees, of the PIN code; undefined: as the policies say */
  readonly pinCharge: number | undefined
}

/** What an order costs with its discount and its charges. A discount that cannot be read, or is too large, is left out. */
export function calculatePhoneTotals({ lines, sale, discount, policies, pinCharge }: QuotedOrder): ShownTotals {
  const priced = lines.map(({ product: { price }, quantity }) => ({ price, quantity }))
  const amount = toPaise(parsePrice(discount.amount) ?? 0)
  const isPossible = amount > 0 && amount < toPaise(calculateTotalRupees(priced))
  const agreed = {
    line: null,
    kind: 'discount',
    source: 'agreed',
    labelCode: discount.reason.trim() || 'agreed',
    amount: paise(-amount),
  } as const
  const totals = calculateTotals({ lines: priced, adjustments: isPossible ? [agreed] : [] })
  if (lines.length === 0 || sale.isTakenAway) return totals
  return addCharges({ totals, policies, payment: sale.payment === 'on delivery' ? 'delivery' : 'online', pinCharge })
}

/** Sends the order. The same order sent again after a lost answer is placed once. */
export async function placePhoneOrder({ lines, sale, account, draft, address, toPay, discount, note }: PhoneOrder) {
  const products = lines.map(({ product, size, quantity }) => ({ product: product._id, size, quantity }))
  const body = {
    products,
    totalPrice: toPay,
    ...(discount.amount.trim() && { discount }),
    ...toSaleBody(sale),
    account,
    draft,
    ...(address && { deliveryAddress: address, ...note }),
  }
  const storageKey = draftKey('new order key')
  const headers = { 'idempotency-key': getIdempotencyKey({ storageKey, contents: body }) }
  const { order } = await callSignedIn('POST /order/admin', { headers, body })
  clearIdempotencyKey(storageKey)
  return order
}

/** The products of the lines as they are now; undefined for one that is no longer sold. */
export async function readProducts(
  lines: readonly { readonly product: Pick<OrderableProduct, '_id'> }[],
): Promise<ReadonlyMap<string, OrderableProduct | undefined>> {
  const ids = [...new Set(lines.map(({ product }) => product._id))]
  const read = (id: string) =>
    call('GET /products/:id', { params: { id } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
  return new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)))
}
