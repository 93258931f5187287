import type { DeliveryAddress } from '#contract/address.ts'
import type { CartLine } from '#contract/cart.ts'
import type { Order } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { draftKey } from '../auth/drafts.ts'

export interface OrderError {
  readonly text: string
  /** the cart is where this is put right */
  readonly toCart: boolean
  /** what the server says of single fields of the address */
  readonly fields: Readonly<Record<string, string>>
}

/** Sends the order under its own name. Throws only a 401, which the area answers. */
export async function placeCodOrder({
  lines,
  address,
}: {
  lines: readonly CartLine[]
  address: DeliveryAddress
}): Promise<{ order: Order } | { trouble: OrderError }> {
  const place = draftKey('cod order key')
  const contents = { address, lines: lines.map(({ product, size, quantity }) => [product._id, product.price, size, quantity]) }
  try {
    const key = getIdempotencyKey({ place, contents })
    const { order } = await callSignedIn('placeCodOrder', { headers: { 'idempotency-key': key }, body: address })
    clearIdempotencyKey(place)
    return { order }
  } catch (problem) {
    if (problem instanceof NetworkError) {
      const text = `${screenTexts.codFailed} ${screenTexts.notPlacedTwice}`
      return { trouble: { text, toCart: false, fields: {} } }
    }
    if (!(problem instanceof ApiError) || problem.status === 401) throw problem
    const text = problem.code === 'unknown' ? screenTexts.codFailed : problem.message
    return { trouble: { text, toCart: problem.status === 409, fields: problem.fields } }
  }
}
