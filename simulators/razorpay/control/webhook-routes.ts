import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createUnknownIdError } from '../api/errors.ts'
import { addEndpoint, type SimulatorState } from '../state.ts'
import { releaseDeliveries } from '../webhooks/deliver.ts'
import { DELIVERY_FAULTS, type Delivery, type Endpoint, EVENT_NAMES } from '../webhooks/records.ts'

const endpointBody = z.strictObject({ url: z.url(), secret: z.string().min(1).nullable(), events: z.array(z.enum(EVENT_NAMES)).optional() })

const secretBody = z.strictObject({ secret: z.string().min(1).nullable() })

const ruleBody = z.strictObject({
  kind: z.enum(DELIVERY_FAULTS),
  event: z.enum(EVENT_NAMES).nullable().default(null),
  seconds: z.number().min(0).default(60),
  copies: z.int().positive().default(1),
  times: z.int().positive().default(1),
})

const releaseBody = z.strictObject({ order: z.enum(['as_held', 'reverse']).default('as_held') })

type WithId = { Params: { id: string } }

/** The control API for webhooks: endpoints, secrets, delivery faults and the order of arrival. */
export async function webhookControlRoutes(app: FastifyInstance, { state }: { state: SimulatorState }): Promise<void> {
  app.get('/endpoints', async () => ({ items: [...state.endpoints.values()].map((endpoint) => serializeEndpoint({ endpoint })) }))

  app.post('/endpoints', async (request) => {
    const { url, secret, events } = endpointBody.parse(request.body)
    return serializeEndpoint({ endpoint: addEndpoint({ state, url, secret, events }) })
  })

  app.patch<WithId>('/endpoints/:id', async (request) => {
    const endpoint = state.endpoints.get(request.params.id)
    if (!endpoint) throw createUnknownIdError()
    endpoint.secret = secretBody.parse(request.body).secret
    return serializeEndpoint({ endpoint })
  })

  app.delete<WithId>('/endpoints/:id', async (request) => ({ deleted: state.endpoints.delete(request.params.id) }))

  app.get('/events', async () => ({
    items: [...state.events.values()].map(({ id, name, createdAt, bytes }) => ({
      id,
      event: name,
      created_at: createdAt,
      body: JSON.parse(bytes.toString('utf8')) as unknown,
    })),
  }))

  app.get('/deliveries', async () => ({ items: [...state.deliveries.values()].map((delivery) => serializeDelivery({ delivery })) }))

  app.post('/webhooks/faults', async (request) => {
    const { times, ...rule } = ruleBody.parse(request.body)
    state.deliveryRules.push({ ...rule, remaining: times })
    return { rules: state.deliveryRules }
  })

  app.post('/webhooks/hold', async () => {
    state.holdDeliveries = true
    return { holding: true }
  })

  app.post('/webhooks/release', async (request) => {
    const { order } = releaseBody.parse(request.body ?? {})
    const held = [...state.deliveries.values()].filter((delivery) => delivery.status === 'held')
    releaseDeliveries({ state, deliveries: order === 'reverse' ? held.toReversed() : held })
    await state.clock.waitForWork()
    return { released: held.length }
  })
}

function serializeEndpoint({ endpoint }: { endpoint: Endpoint }) {
  return { id: endpoint.id, url: endpoint.url, events: endpoint.events, active: endpoint.active, disabled_reason: endpoint.disabledReason }
}

function serializeDelivery({ delivery }: { delivery: Delivery }) {
  const { id, eventId, eventName, endpointId, status, nextAttemptAt, attempts } = delivery
  return { id, event_id: eventId, event: eventName, endpoint_id: endpointId, status, next_attempt_at: nextAttemptAt, attempts }
}
