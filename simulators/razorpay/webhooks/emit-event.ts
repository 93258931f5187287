import type { Dispute, Order, Payment, Refund } from '../entities.ts'
import { generateToken } from '../ids.ts'
import { serializeDispute, serializeOrder, serializePayment, serializeRefund } from '../serialize.ts'
import type { SimulatorState } from '../state.ts'
import { dispatchDelivery } from './deliver.ts'
import type { Delivery, Endpoint, EventName, WebhookEvent } from './records.ts'
import { signBody } from './sign.ts'

const ACCOUNT_ID = 'acc_LoomLaneDemo00'

/** Serializes an event, signs it for every subscribed endpoint and starts the deliveries. */
export function emitEvent({
  state,
  name,
  payment,
  order,
  refund,
  dispute,
}: {
  state: SimulatorState
  name: EventName
  payment: Payment
  order?: Order
  refund?: Refund
  dispute?: Dispute
}): void {
  const payload = {
    ...(refund && { refund: { entity: serializeRefund({ refund }) } }),
    payment: { entity: serializePayment({ payment, expandCard: true }) },
    ...(dispute && { dispute: { entity: serializeDispute({ dispute }) } }),
    ...(order && { order: { entity: serializeOrder({ order }) } }),
  }
  const createdAt = state.clock.seconds()
  const body = { entity: 'event', account_id: ACCOUNT_ID, event: name, contains: Object.keys(payload), payload, created_at: createdAt }
  const event: WebhookEvent = { id: generateToken(), name, createdAt, bytes: Buffer.from(JSON.stringify(body)) }
  state.events.set(event.id, event)
  state.save()
  for (const endpoint of state.endpoints.values()) {
    if (!endpoint.active || (endpoint.events && !endpoint.events.includes(name))) continue
    const delivery = createDelivery({ event, endpoint })
    state.deliveries.set(delivery.id, delivery)
    dispatchDelivery({ state, delivery })
  }
}

/** A delivery is signed once: a retry after a change of the secret carries the old signature. */
function createDelivery({ event, endpoint }: { event: WebhookEvent; endpoint: Endpoint }): Delivery {
  return {
    id: `dlv_${generateToken()}`,
    eventId: event.id,
    eventName: event.name,
    endpointId: endpoint.id,
    signature: endpoint.secret === null ? null : signBody({ bytes: event.bytes, secret: endpoint.secret }),
    attempts: [],
    status: 'waiting',
    nextAttemptAt: null,
  }
}
