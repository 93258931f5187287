import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type BookedParcel, type Courier, CourierError, type CourierParcel, type FoundParcel } from '../../shipping/courier/courier.ts'
import { type ShiprocketCall, type ShiprocketCalls, texts } from './account.ts'
import { createCourierFiles } from './courier-files.ts'
import type { DownloadPdf } from './download-pdf.ts'
import { answerFailed } from './failed-deliveries.ts'
import { assignReply, cancelReply, createForwardReply, orderReply, ordersReply, toAssigned } from './replies.ts'
import { createSendToCourier } from './send-to-courier.ts'
import { createTracking } from './tracking.ts'

const ordersPerPage = 50
const isCancelled = (status: string | null | undefined): boolean => /cancel/i.test(status ?? '')

interface CourierOptions {
  readonly calls: ShiprocketCalls
  readonly downloadPdf: DownloadPdf
  /** for all calls of a booking together */
  readonly timeoutMs: number
}

/** A file of 200 labels takes longer than a booking. */
const fileFactor = 3

/**
 * Books parcels through Shiprocket: an order there and its number at a courier (AWB). What Shiprocket documents, and what is a guess, is in
 * simulators/shiprocket/README.md.
 */
export function createCourier({ calls, downloadPdf, timeoutMs }: CourierOptions): Courier {
  const sendCall = createSendToCourier(calls)
  async function send<Reply>(call: ShiprocketCall<Reply>, describe: (reason: string) => string): Promise<Reply> {
    const reply = await sendCall(call, describe)
    if (reply === undefined) throw new CourierError(texts.noAnswer)
    return reply
  }
  const notBooked = (reason: string) => `Shiprocket does not book this parcel: ${reason}.`

  async function find(reference: string, signal: AbortSignal): Promise<FoundParcel | undefined> {
    const path = `${paths.list}?search=${encodeURIComponent(reference)}&per_page=${ordersPerPage}`
    const { data } = await send({ path, reply: ordersReply, signal }, notBooked)
    const found = data.map((each) => orderReply.safeParse(each).data).find((each) => each?.channel_order_id === reference)
    const parcel = found?.shipments[0]
    if (!found || !parcel) return undefined
    return {
      orderId: String(found.id),
      shipmentId: String(parcel.id),
      isCancelled: isCancelled(found.status),
      assigned: parcel.awb ? toAssigned({ awb: parcel.awb, courierName: parcel.courier }) : undefined,
    }
  }

  async function create(request: CourierParcel, signal: AbortSignal): Promise<FoundParcel> {
    const reply = await send({ path: paths.create, body: buildOrder(request), reply: createForwardReply, signal }, notBooked)
    return {
      orderId: String(reply.order_id),
      shipmentId: String(reply.shipment_id),
      isCancelled: isCancelled(reply.status),
      assigned: undefined,
    }
  }

  async function assign({ orderId, shipmentId }: FoundParcel, signal: AbortSignal): Promise<BookedParcel> {
    const { response } = await send({ path: paths.assign, body: { shipment_id: shipmentId }, reply: assignReply, signal }, notBooked)
    const { awb_code: awb, courier_name: courierName } = response.data
    return { orderId, shipmentId, ...toAssigned({ awb, courierName }) }
  }

  const sendCancel = (orderId: string, signal: AbortSignal) =>
    send(
      { path: paths.cancel, body: { ids: [Number(orderId)] }, reply: cancelReply, signal },
      (reason) => `Shiprocket does not cancel the booking: ${reason}. Cancel it on its page, or have the parcel brought back.`,
    )

  /** A refused parcel has a number after all, or its order at Shiprocket is cancelled, because it would wait there. */
  async function endRefused({ reference, error, signal }: { reference: string; error: CourierError; signal: AbortSignal }) {
    const found = await find(reference, signal)
    if (found?.assigned && !found.isCancelled) return { ...found, ...found.assigned }
    if (found && !found.isCancelled) await sendCancel(found.orderId, signal).catch(() => {})
    throw error
  }

  return {
    ...createTracking({ send, timeoutMs }),
    name: 'Shiprocket',
    ...createCourierFiles({ send: sendCall, downloadPdf, timeoutMs: timeoutMs * fileFactor }),
    find: (reference) => find(reference, AbortSignal.timeout(timeoutMs)),
    async book(request) {
      const { reference } = request
      const signal = AbortSignal.timeout(timeoutMs)
      const parcel = (await find(reference, signal)) ?? (await create(request, signal))
      if (parcel.isCancelled) throw new CourierError(texts.cancelled, { isRefused: true })
      if (parcel.assigned) return { orderId: parcel.orderId, shipmentId: parcel.shipmentId, ...parcel.assigned }
      return assign(parcel, signal).catch((error: unknown) => {
        if (!(error instanceof CourierError) || !error.isRefused) throw error
        return endRefused({ reference, error, signal })
      })
    },
    answerFailed: (answer) => answerFailed({ answer, send, signal: AbortSignal.timeout(timeoutMs) }),
    async cancel({ reference, orderId: knownId }) {
      const signal = AbortSignal.timeout(timeoutMs)
      const found = await find(reference, signal)
      const orderId = found?.orderId ?? knownId
      if (orderId === null || found?.isCancelled) return
      await sendCancel(orderId, signal)
      const after = await find(reference, signal)
      if (after && !after.isCancelled) throw new CourierError('Shiprocket has not cancelled the booking yet.')
    },
  }
}

const paths = {
  create: '/orders/create/adhoc',
  list: '/orders',
  assign: '/courier/assign/awb',
  cancel: '/orders/cancel',
}

/** The sum is what is left to collect, with fees and discounts; of a paid parcel it is what the order costs. */
function buildOrder({ reference, pickupName, parcel }: CourierParcel): object {
  const { toCollect, total, items } = parcel
  return {
    order_id: reference,
    order_date: toIndianDay(parcel.placedAt),
    pickup_location: pickupName,
    billing_customer_name: parcel.firstName,
    billing_last_name: parcel.lastName,
    billing_address: parcel.address,
    // The documented maximum.
    billing_city: cutText(parcel.city, 30),
    billing_pincode: parcel.pinCode,
    billing_state: parcel.state,
    billing_country: 'India',
    billing_email: parcel.email,
    billing_phone: parcel.phone,
    shipping_is_billing: true,
    order_items: items.map(({ name, sku, quantity, price }) => ({ name, sku, units: quantity, selling_price: price })),
    payment_method: toCollect > 0 ? 'COD' : 'Prepaid',
    sub_total: toCollect > 0 ? toCollect : total,
    length: parcel.lengthCm,
    breadth: parcel.breadthCm,
    height: parcel.heightCm,
    weight: parcel.weightGrams / 1_000,
  }
}
