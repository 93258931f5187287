import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { makeUnknownId } from '../api/errors.ts'
import { releaseDeliveries } from '../webhooks/deliver.ts'
import { DELIVERY_TROUBLES, type Delivery, type Endpoint, EVENT_NAMES } from '../webhooks/records.ts'
import { replayEvent } from '../webhooks/replay-event.ts'
import { addEndpoint, type World } from '../world.ts'

const endpointBody = z.strictObject({ url: z.url(), secret: z.string().min(1).nullable(), events: z.array(z.enum(EVENT_NAMES)).optional() })

const endpointChange = z.strictObject({ secret: z.string().min(1).nullable().optional(), active: z.boolean().optional() })

const ruleBody = z.strictObject({
  kind: z.enum(DELIVERY_TROUBLES),
  event: z.enum(EVENT_NAMES).nullable().default(null),
  endpoint_id: z.string().nullable().default(null),
  seconds: z.number().min(0).default(60),
  copies: z.int().positive().default(1),
  times: z.int().positive().default(1),
})

const releaseBody = z.strictObject({ order: z.union([z.enum(['as_held', 'reverse']), z.array(z.enum(EVENT_NAMES))]).default('as_held') })

const replayBody = z.strictObject({ event_id: z.string(), endpoint_id: z.string().optional(), force: z.boolean().default(false) })

type WithId = { Params: { id: string } }

/** The levers of a test on webhooks: endpoints, secrets, trouble on the way, order of arrival, replays. */
export async function serveWebhookControls(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  app.get('/endpoints', async () => ({ items: [...world.state.endpoints.values()].map((endpoint) => presentEndpoint({ endpoint })) }))

  app.post('/endpoints', async (request) => {
    const { url, secret, events } = endpointBody.parse(request.body)
    return presentEndpoint({ endpoint: addEndpoint({ state: world.state, url, secret, events }) })
  })

  app.patch<WithId>('/endpoints/:id', async (request) => {
    const endpoint = world.state.endpoints.get(request.params.id)
    if (!endpoint) throw makeUnknownId()
    const { secret, active } = endpointChange.parse(request.body)
    if (secret !== undefined) endpoint.secret = secret
    if (active !== undefined) Object.assign(endpoint, { active, disabledReason: null })
    return presentEndpoint({ endpoint })
  })

  app.delete<WithId>('/endpoints/:id', async (request) => ({ deleted: world.state.endpoints.delete(request.params.id) }))

  app.get('/events', async () => ({
    items: [...world.state.events.values()].map((event) => ({
      id: event.id,
      event: event.name,
      created_at: event.createdAt,
      body: JSON.parse(event.bytes.toString('utf8')) as unknown,
    })),
  }))

  app.get('/deliveries', async () => ({ items: [...world.state.deliveries.values()].map((delivery) => presentDelivery({ delivery })) }))

  app.post('/webhooks/trouble', async (request) => {
    const { times, endpoint_id, ...rule } = ruleBody.parse(request.body)
    world.state.deliveryRules.push({ ...rule, endpointId: endpoint_id, left: times })
    return { rules: world.state.deliveryRules }
  })

  app.delete('/webhooks/trouble', async () => {
    world.state.deliveryRules.length = 0
    return { rules: [] }
  })

  app.post('/webhooks/hold', async () => {
    world.state.holdDeliveries = true
    return { holding: true }
  })

  app.post('/webhooks/release', async (request) => {
    const { order } = releaseBody.parse(request.body ?? {})
    const held = [...world.state.deliveries.values()].filter((delivery) => delivery.status === 'held')
    releaseDeliveries({ world, deliveries: sortHeld({ held, order }) })
    await world.clock.settle()
    return { released: held.length }
  })

  app.post('/webhooks/replay', async (request) => {
    const { event_id, endpoint_id, force } = replayBody.parse(request.body)
    const deliveries = replayEvent({ world, eventId: event_id, endpointId: endpoint_id, force })
    await world.clock.settle()
    return { items: deliveries.map((delivery) => presentDelivery({ delivery })) }
  })
}

/** Named events come first, in the given order; the rest follow as they were held. */
function sortHeld({ held, order }: { held: readonly Delivery[]; order: 'as_held' | 'reverse' | readonly string[] }): Delivery[] {
  if (order === 'as_held') return [...held]
  if (order === 'reverse') return held.toReversed()
  const rank = (delivery: Delivery) => (order.includes(delivery.eventName) ? order.indexOf(delivery.eventName) : order.length)
  return held.toSorted((left, right) => rank(left) - rank(right))
}

function presentEndpoint({ endpoint }: { endpoint: Endpoint }) {
  return { id: endpoint.id, url: endpoint.url, events: endpoint.events, active: endpoint.active, disabled_reason: endpoint.disabledReason }
}

function presentDelivery({ delivery }: { delivery: Delivery }) {
  const { id, eventId, eventName, endpointId, status, nextAttemptAt, attempts } = delivery
  return { id, event_id: eventId, event: eventName, endpoint_id: endpointId, status, next_attempt_at: nextAttemptAt, attempts }
}
