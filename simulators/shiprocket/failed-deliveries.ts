import { addScan } from './parcels.ts'
import { type Account, type Json, Refusal, referenceOf, type SimulatedOrder } from './types.ts'

const isFailed = ({ parcelStatus }: SimulatedOrder): boolean => parcelStatus === 'UNDELIVERED'

function describe(order: SimulatedOrder): Json {
  const { body, attempts } = order
  const last = attempts.at(-1)
  return {
    ...{ id: order.id, shipment_id: order.shipmentId, channel_order_id: referenceOf(order), status: 'UNDELIVERED', status_code: 36 },
    ...{ customer_name: body.billing_customer_name, customer_phone: String(body.billing_phone), customer_pincode: body.billing_pincode },
    ...{ payment_method: String(body.payment_method).toLowerCase(), courier: order.courier, awb_code: order.awb },
    ...{ reason: last?.reason ?? '', attempts: attempts.length, ndr_raised_at: last?.date ?? '', delivered_date: '' },
    history: attempts.map(({ reason, date, answer }, index) => ({
      ...{ id: order.id * 10 + index, ndr_id: order.id, ndr_reason: reason, ndr_attempt: index + 1, ndr_raised_at: date },
      ...{ action_by: answer ? 2 : 3, comment: answer?.comments ?? '', ndr_push_status: answer ? 2 : 0 },
    })),
  }
}

function paginate(found: readonly SimulatedOrder[], query: URLSearchParams): Json {
  const [perPage, page] = [Number(query.get('per_page') ?? 15), Number(query.get('page') ?? 1)]
  const data = found.slice((page - 1) * perPage, page * perPage).map(describe)
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const pagination = { total: found.length, count: data.length, per_page: perPage, current_page: page, total_pages: pages, links: {} }
  return { data, meta: { pagination } }
}

/** The parcels that could not be delivered and wait for an answer or the next attempt. */
export function listFailed({ orders }: Account, query: URLSearchParams): Json {
  const search = query.get('search')
  return paginate(
    orders.filter((order) => isFailed(order) && (!search || order.awb === search)),
    query,
  )
}

export function showFailed({ orders }: Account, awb: string): Json {
  return paginate(
    orders.filter((order) => order.awb === awb && isFailed(order)),
    new URLSearchParams(),
  )
}

/** `re-attempt` waits for the next move of the parcel, `return` starts its way back. */
export function answerFailed({ orders }: Account, awb: string, body: Json): Json {
  const { action, comments } = body
  const errors = Object.fromEntries(
    ['action', 'comments'].filter((name) => !body[name]).map((name) => [name, [`The ${name} field is required.`]]),
  )
  if (Object.keys(errors).length > 0) throw new Refusal(422, 'Oops! Invalid Data.', { errors })
  if (action !== 're-attempt' && action !== 'return') throw new Refusal(422, 'The selected action is invalid.')
  const order = orders.find((each) => each.awb === awb)
  const attempt = order?.attempts.at(-1)
  if (!order || !attempt || !isFailed(order)) throw new Refusal(400, 'This shipment is not in NDR.')
  attempt.answer = { action, comments: String(comments), body }
  if (action === 'return') addScan(order, 'RTO INITIATED', { reason: 'Return requested by the seller' })
  return { status: 'Data Updated Sucessfully' }
}
