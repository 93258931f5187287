import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { cursor } from './cursor.ts'
import { eventTypes, testEventType } from './event-types.ts'
import { webhookLimits } from './webhook-limits.ts'

const time = z.iso.datetime().nullable()
const eventType = z.enum(eventTypes)

const endpoint = z
  .object({
    _id: z.string(),
    url: z.string(),
    description: z.string(),
    types: z.array(eventType),
    disabledAt: time,
    disabledReason: z.enum(['by hand', 'gone', 'failing']).nullable().describe('gone: it answered 410; failing: only failures for a week'),
    failingSince: time.describe('the first failure since the last success'),
    lastSuccessAt: time,
    lastFailureAt: time,
    waiting: z.int().describe('events that are still to be sent'),
    version: z.int(),
    createdAt: z.iso.datetime(),
  })
  .register(schemaRegistry, { id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof endpoint>

const event = z
  .object({
    _id: z.string().describe('also in the header webhook-id; an event that is sent again has the same one'),
    type: z.enum([...eventTypes, testEventType]),
    timestamp: z.iso.datetime().describe('when it happened'),
    subject: z.string().describe('the id of the order, parcel, return, document, product, consent or ticket that has changed'),
    data: z.record(z.string(), z.unknown()).describe('`order`, `product`, `customer` or `ticket` as it was when the event was published'),
  })
  .register(schemaRegistry, { id: 'Event' })

export const deliveryStates = ['waiting', 'delivered', 'given up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const delivery = z
  .object({
    _id: z.string(),
    event,
    orderNumber: z.string().nullable(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    nextAt: time.describe('when it is sent next'),
    attemptedAt: time,
    status: z.int().nullable().describe('HTTP status of the last answer; null without one'),
    answer: z.string().nullable().describe('the beginning of the last answer, or why there was none'),
    durationMs: z.int().nullable(),
  })
  .register(schemaRegistry, { id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const tooLong = { error: 'This address is too long.', abort: true } as const

const endpointValues = {
  url: z
    .string({ error: 'Address is required.' })
    .trim()
    .min(1, 'Address is required.')
    .max(webhookLimits.urlLength, tooLong)
    .regex(/^https:\/\/[^\s/@]+(\/[^\s]*)?$/i, 'Please enter an address such as https://example.com/webhooks')
    .pipe(z.url('Please enter an address such as https://example.com/webhooks')),
  description: z.string().trim().max(webhookLimits.descriptionLength, { error: 'This description is too long.', abort: true }).default(''),
  types: z.array(eventType).min(1, 'Please choose at least one event.').max(eventTypes.length),
}

const withSecret = {
  message: z.string(),
  endpoint,
  secret: z.string().describe('signs the requests; it is shown only now'),
}
const version = z.object({ version: rowVersion })

export const webhooksCalls = defineCalls({
  getWebhooks: {
    route: 'GET /webhooks',
    right: 'settings',
    summary: 'The addresses to which events are sent',
    reply: { 200: z.object({ endpoints: z.array(endpoint) }) },
  },

  addWebhook: {
    route: 'POST /webhooks',
    right: 'settings',
    furtherRights: ['exports'],
    changes: 'nothing',
    summary: 'Send events to an address, signed by the Standard Webhooks specification. Needs the PIN again',
    body: z.object(endpointValues),
    reply: { 201: z.object(withSecret) },
  },

  editWebhook: {
    route: 'PATCH /webhooks/:id',
    right: 'settings',
    furtherRights: ['exports'],
    changes: 'nothing',
    summary: 'Change, enable or disable a webhook',
    params: byId,
    body: z.object({ ...endpointValues, version: rowVersion, isEnabled: z.boolean() }),
    reply: { 200: z.object({ message: z.string(), endpoint }) },
  },

  deleteWebhook: {
    route: 'DELETE /webhooks/:id',
    right: 'settings',
    changes: 'nothing',
    summary: 'Delete a webhook with its log',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },

  rotateWebhookSecret: {
    route: 'POST /webhooks/:id/secret',
    right: 'settings',
    changes: 'nothing',
    summary: `Make a new secret; the one before signs as well for ${webhookLimits.previousSecretHours} hours. Needs the PIN again`,
    params: byId,
    body: version,
    reply: { 200: z.object(withSecret) },
  },

  testWebhook: {
    route: 'POST /webhooks/:id/test',
    right: 'settings',
    changes: 'nothing',
    summary: `Send an event of the type ${testEventType} now`,
    params: byId,
    reply: { 200: z.object({ message: z.string(), isError: z.boolean(), status: z.int().nullable(), answer: z.string() }) },
  },

  getWebhookDeliveries: {
    route: 'GET /webhooks/:id/deliveries',
    right: 'settings',
    summary: 'What was sent to a webhook in the last 30 days, the newest events first',
    params: byId,
    query: pageQuery.extend({
      state: z.enum(deliveryStates).optional(),
      type: eventType.optional(),
    }),
    reply: { 200: z.object({ deliveries: z.array(delivery), ...paged }) },
  },

  resendWebhookDelivery: {
    route: 'POST /webhooks/deliveries/:id/resend',
    right: 'settings',
    changes: 'nothing',
    summary: 'Send an event to a webhook again',
    params: z.object({
      id: z
        .string()
        .max(15)
        .regex(/^\d{1,15}$/),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  getEvents: {
    route: 'GET /events',
    right: 'exports',
    summary: 'The events after one, in their order, for receivers that have missed some. Events are stored for 30 days',
    query: z.object({
      after: cursor.describe('the _id of the last event that is known'),
      limit: z.coerce.number().int().min(1).max(webhookLimits.maxEvents).default(100),
      type: eventType.optional(),
    }),
    reply: { 200: z.object({ events: z.array(event), hasMore: z.boolean() }) },
  },
})
