import type { z } from 'zod'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { paise, toRupees } from '#contract/kernel/money.ts'
import { type CourierKey, courierKeys, couriers } from '#contract/shipping/couriers.ts'
import { type BookedPickup, PickupError, type PickupRequest, type PickupService } from '../../returns/pickup-service.ts'
import { assignReply, createReply, findReason, loginReply, pickupReply, returnReply, returnsReply } from './replies.ts'

export interface ShiprocketAccount {
  readonly email: string
  readonly password: string
  /** another host in demo and tests */
  readonly apiUrl?: string | undefined
  /** for all calls of a booking together */
  readonly timeoutMs?: number | undefined
}

export interface Shiprocket extends PickupService {
  /** @throws PickupError when the account cannot be used */
  signIn(): Promise<void>
}

const defaultApiUrl = 'https://apiv2.shiprocket.in'
const returnsPerPage = 50
const maxPages = 20
const dayMs = 86_400_000

const texts = {
  account: 'Shiprocket does not accept the email and password of its API user.',
  tooMany: 'Shiprocket takes no more requests at the moment.',
  noAnswer: 'Shiprocket does not answer.',
  cancelled: 'The earlier booking was cancelled at Shiprocket.',
  rejected: (reason: string) => `Shiprocket does not book this pick-up: ${reason.replace(/\.$/, '')}.`,
}

/** A token that is missing or no longer accepted. */
class SignedOut extends Error {}

interface RequestOptions<Reply> {
  readonly path: string
  /** makes it a POST */
  readonly body?: object
  readonly reply: z.ZodType<Reply>
  readonly signal: AbortSignal
  /** an answer that is no error although its status says so */
  readonly isDone?: (reason: string) => boolean
}

/**
 * Books pick-ups through Shiprocket: a return order, its number at a courier (AWB), and the pick-up. What Shiprocket documents, and what is a
 * guess, is in simulators/shiprocket/README.md.
 */
export function createShiprocket({
  email,
  password,
  apiUrl = defaultApiUrl,
  timeoutMs = returnLimits.pickupBookingMs,
}: ShiprocketAccount): Shiprocket {
  /** valid for 10 days */
  let token: string | undefined

  async function request<Reply>({ path, body, reply, signal, isDone }: RequestOptions<Reply>): Promise<Reply | undefined> {
    const response = await fetch(`${apiUrl}/v1/external${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect could carry the password and the address to another host.
      redirect: 'error',
      signal,
    }).catch((cause: unknown) => {
      throw new PickupError(texts.noAnswer, { cause })
    })
    const content: unknown = await response.json().catch(() => undefined)
    const reason = findReason(content)
    if (response.status === 401) throw new SignedOut()
    if (response.status === 429) throw new PickupError(texts.tooMany)
    if (reason !== undefined && isDone?.(reason)) return undefined
    const { data } = reply.safeParse(content)
    if (response.ok && data !== undefined) return data
    if (response.status >= 500 || reason === undefined) throw new PickupError(texts.noAnswer)
    throw new PickupError(texts.rejected(reason), { endsReference: path === paths.create })
  }

  async function signIn(signal: AbortSignal): Promise<void> {
    token = undefined
    const answer = await request({ path: paths.login, body: { email, password }, reply: loginReply, signal }).catch((error: unknown) => {
      const isAccepted = error instanceof PickupError && [texts.tooMany, texts.noAnswer].includes(error.message)
      throw isAccepted ? error : new PickupError(texts.account, { cause: error })
    })
    token = answer?.token
  }

  async function send<Reply>(options: RequestOptions<Reply>): Promise<Reply | undefined> {
    if (token === undefined) await signIn(options.signal)
    try {
      return await request(options)
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error
      await signIn(options.signal)
      return await request(options).catch((again: unknown) => {
        throw again instanceof SignedOut ? new PickupError(texts.account) : again
      })
    }
  }

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
    signIn: () => signIn(AbortSignal.timeout(timeoutMs)),
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
  login: '/auth/login',
  create: '/orders/create/return',
  returns: '/orders/processing/return',
  assign: '/courier/assign/awb',
  pickup: '/courier/generate/pickup',
}

const toBooked = (awb: string, courierName: string | null | undefined): BookedPickup => ({
  courier: findCourier(courierName ?? ''),
  reference: awb.replace(/\s+/g, '').toUpperCase(),
})

/** Names have additions, such as "Delhivery Surface". */
function findCourier(name: string): CourierKey {
  const squash = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  return courierKeys.find((key) => key !== 'other' && squash(name).startsWith(squash(couriers[key].name))) ?? 'other'
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
