import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { paise, toRupees } from '#contract/kernel/money.ts'
import { type BookedPickup, PickupError, type PickupRequest, type PickupService } from '../../returns/pickup-service.ts'
import { type ShiprocketCall, type ShiprocketCalls, ShiprocketError, texts } from './account.ts'
import { assignReply, createReply, pickupReply, returnReply, returnsReply, toAssigned } from './replies.ts'

const returnsPerPage = 50
const maxPages = 20
const dayMs = 86_400_000

interface PickupOptions {
  readonly calls: ShiprocketCalls
  /** for all calls of a booking together */
  readonly timeoutMs: number
}

/**
 * Books pick-ups through Shiprocket: a return order, its number at a courier (AWB), and the pick-up. What Shiprocket documents, and what is a
 * guess, is in simulators/shiprocket/README.md.
 */
export function createPickupService({ calls, timeoutMs }: PickupOptions): PickupService {
  const send = <Reply>(call: ShiprocketCall<Reply>): Promise<Reply | undefined> =>
    calls.send(call).catch((error: unknown) => {
      if (!(error instanceof ShiprocketError)) throw error
      const { message, reason } = error
      const text = reason === undefined ? message : `Shiprocket does not book this pick-up: ${reason}.`
      throw new PickupError(text, { endsReference: reason !== undefined && call.path === paths.create, cause: error })
    })

  /** The return order with this reference, of the days since it was first used. */
  async function findEarlier({ reference, createdAt, signal }: Pick<PickupRequest, 'reference' | 'createdAt'> & { signal: AbortSignal }) {
    const [from, to] = [createdAt.getTime() - dayMs, Date.now() + dayMs].map((time) => toIndianDay(time))
    for (let page = 1; page <= maxPages; page += 1) {
      const path = `${paths.returns}?from=${from}&to=${to}&per_page=${returnsPerPage}&page=${page}`
      const { data = [] } = (await send({ path, reply: returnsReply, signal })) ?? {}
      const found = data.map((each) => returnReply.safeParse(each).data).find((each) => each?.channel_order_id === reference)
      if (found) return found
      if (data.length < returnsPerPage) return undefined
    }
    return undefined
  }

  async function openReturn({ pickup, signal }: { pickup: PickupRequest; signal: AbortSignal }) {
    const earlier = pickup.isRepeated ? await findEarlier({ ...pickup, signal }) : undefined
    const order = earlier ?? (await send({ path: paths.create, body: buildReturnOrder(pickup), reply: createReply, signal }))
    if (!order) throw new PickupError(texts.noAnswer)
    if (/cancel/i.test(order.status ?? '')) throw new PickupError(texts.cancelled, { endsReference: true })
    const parcel = earlier?.shipments[0]
    return { shipmentId: order.shipment_id, booked: parcel?.awb ? toBooked(parcel.awb, parcel.courier) : undefined }
  }

  async function assignCourier({ shipmentId, signal }: { shipmentId: string | number; signal: AbortSignal }): Promise<BookedPickup> {
    const assigned = await send({ path: paths.assign, body: { shipment_id: shipmentId, is_return: 1 }, reply: assignReply, signal })
    if (!assigned) throw new PickupError(texts.noAnswer)
    const { awb_code, courier_name } = assigned.response.data
    return toBooked(awb_code, courier_name)
  }

  return {
    async book(pickup) {
      const signal = AbortSignal.timeout(timeoutMs)
      const { shipmentId, booked = await assignCourier({ shipmentId, signal }) } = await openReturn({ pickup, signal })
      const isDone = (reason: string) => /already in pickup queue/i.test(reason)
      const body = { shipment_id: [shipmentId] }
      await send({ path: paths.pickup, body, reply: pickupReply, signal, isDone }).catch((error: Error) => {
        throw new PickupError(`${error.message} The parcel has the number ${booked.reference} there.`, { cause: error })
      })
      return booked
    },
  }
}

const paths = {
  create: '/orders/create/return',
  returns: '/orders/processing/return',
  assign: '/courier/assign/awb',
  pickup: '/courier/generate/pickup',
}

function toBooked(awb: string, courierName: string | null | undefined): BookedPickup {
  const { courier, trackingNumber } = toAssigned({ awb, courierName })
  return { courier, reference: trackingNumber }
}

function buildReturnOrder({ reference, createdAt, from, to, items, weightGrams }: PickupRequest): object {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const address = (
    side: 'pickup' | 'shipping',
    { name, lastName, address: street, landmark, city, state, pinCode, phone, email: mail }: PickupRequest['from'],
  ) => ({
    [`${side}_customer_name`]: name,
    [`${side}_last_name`]: lastName,
    [`${side}_address`]: street,
    [`${side}_address_2`]: landmark,
    // The documented maximum.
    [`${side}_city`]: cutText(city, 30),
    [`${side}_state`]: state,
    [`${side}_country`]: 'India',
    [`${side}_pincode`]: pinCode,
    [`${side}_email`]: mail,
    [`${side}_phone`]: phone,
    [`${side}_isd_code`]: '91',
  })
  return {
    order_id: reference,
    order_date: toIndianDay(createdAt),
    ...address('pickup', from),
    ...address('shipping', to),
    order_items: items.map(({ name, sku, quantity, price }) => ({ name, sku, units: quantity, selling_price: toRupees(price) })),
    payment_method: 'Prepaid',
    sub_total: toRupees(paise(total)),
    // In centimetres: a flat parcel, as high as its pieces. Shiprocket charges by volume, too.
    ...{ length: 30, breadth: 25, height: Math.min(60, 2 * pieces) },
    weight: weightGrams / 1_000,
  }
}
