import type { Order, Payment, Refund } from '../entities.ts'
import { EVENT_ID_PREFIX } from '../guesses.ts'
import { makeToken } from '../ids.ts'
import { presentOrder, presentPayment, presentRefund } from '../present.ts'
import type { World } from '../world.ts'
import { dispatchDelivery } from './deliver.ts'
import type { Delivery, Endpoint, EventName, WebhookEvent } from './records.ts'
import { signBody } from './sign.ts'

interface Happening {
  readonly world: World
  readonly name: EventName
  readonly payment: Payment
  readonly order?: Order
  readonly refund?: Refund
}

/** Freezes what happened as bytes, signs them for every endpoint that asked for it, and sends them on their way. */
export function emitEvent({ world, name, payment, order, refund }: Happening): WebhookEvent {
  const { state, clock } = world
  const payload = {
    ...(refund && { refund: { entity: presentRefund({ refund }) } }),
    payment: { entity: presentPayment({ payment, expandCard: true }) },
    ...(order && { order: { entity: presentOrder({ order }) } }),
  }
  const body = {
    entity: 'event',
    account_id: payment.accountId,
    event: name,
    contains: Object.keys(payload),
    payload,
    created_at: clock.seconds(),
  }
  const event: WebhookEvent = {
    id: `${EVENT_ID_PREFIX}${makeToken()}`,
    name,
    createdAt: clock.seconds(),
    bytes: Buffer.from(JSON.stringify(body)),
  }
  state.events.set(event.id, event)
  for (const endpoint of state.endpoints.values()) {
    if (!endpoint.active || (endpoint.events && !endpoint.events.includes(name))) continue
    const delivery = createDelivery({ event, endpoint })
    state.deliveries.set(delivery.id, delivery)
    dispatchDelivery({ world, delivery })
  }
  return event
}

/** A delivery is signed once, with the secret of this moment: a retry after a rotation still carries the old signature. */
export function createDelivery({ event, endpoint }: { event: WebhookEvent; endpoint: Endpoint }): Delivery {
  const signature = endpoint.secret === null ? null : signBody({ bytes: event.bytes, secret: endpoint.secret })
  return {
    id: `dlv_${makeToken()}`,
    eventId: event.id,
    eventName: event.name,
    endpointId: endpoint.id,
    signature,
    attempts: [],
    status: 'waiting',
    nextAttemptAt: null,
  }
}
