import { z } from 'zod'
import { deliveryAddress } from '../kernel/address.ts'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { chosenRows, digitsText } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { normalizePhone } from '../kernel/typed-numbers.ts'
import { parcelStates } from '../shipping/parcel-states.ts'
import { failedDeliveryLimits } from './failed-delivery-days.ts'

export const deliveryActions = ['deliver again', 'bring back'] as const
export type DeliveryAction = (typeof deliveryActions)[number]

/** What the courier is to do with a parcel that it could not deliver. */
export const deliveryAnswer = z.object({
  action: z.enum(deliveryActions, { error: 'Choose what the courier is to do.' }),
  deliverOn: z.iso.date({ error: 'Choose a day of the list.' }).nullable().default(null).describe('null: at the next attempt'),
  addressLine: deliveryAddress.shape.landmark.default('').describe('such as a landmark'),
  phone: digitsText('Phone', /^(?:[6-9]\d{9})?$/, 'Phone must have 10 digits and start with 6, 7, 8 or 9.', normalizePhone)
    .default('')
    .describe('another number that the courier can call'),
})
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>

/** By the link in a mail, or one's own order by its id. */
const access = z.object({
  token: z.string().max(maxLengths.trackingToken).optional().describe('of the link in the email'),
  orderId: z.string().max(64).optional().describe('of an order of the account that is signed in'),
})

const reference = z.string().max(50).describe("the courier's reference of the parcel")

const parcelClaim = z.object({
  claimBy: z.iso.date().describe('the last day on which it can be claimed at the courier'),
  claimedOn: z.iso.date().nullable(),
  reference: z.string().describe('as the courier has answered the claim'),
})

const storedAnswer = deliveryAnswer.extend({
  by: z.enum(['shopper', 'administrator']),
  state: z.enum(['requested', 'sent', 'rejected']),
  problem: z.string().nullable().describe('why the courier has not taken it'),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})

const failedDelivery = z
  .object({
    _id: reference,
    order: z.object({ _id: z.string(), number: z.string(), name: z.string(), phone: z.string(), city: z.string() }),
    state: z.enum(parcelStates),
    courierName: z.string(),
    trackingNumber: z.string(),
    since: z.iso.datetime().describe('of the state'),
    attempts: z.int(),
    daysLeft: z.int().nullable().describe('until it comes back'),
    days: z.array(z.iso.date()).describe('on which it can be delivered again'),
    reason: z.string(),
    toCollect: rupees,
    canAnswer: z.boolean(),
    answer: storedAnswer.nullable().describe('to the last attempt'),
    claim: parcelClaim.nullable(),
  })
  .register(schemaRegistry, { id: 'FailedDelivery' })
export type FailedDelivery = z.infer<typeof failedDelivery>

const answerResult = z.object({
  reference: z.string(),
  number: z.string().nullable(),
  isAccepted: z.boolean(),
  message: z.string(),
})

export const failedDeliveryViews = ['failed', 'claims'] as const

export const failedDeliveriesCalls = defineCalls({
  getFailedDeliveries: {
    route: 'GET /order/admin/failed-deliveries',
    right: 'orders',
    summary:
      'Parcels that the courier could not deliver, the longest waiting first, or those that are lost or damaged, by the last day of their claim',
    query: pageQuery.extend({
      view: z.enum(failedDeliveryViews).default('failed'),
      limit: chosenRows,
    }),
    reply: {
      200: z.object({
        parcels: z.array(failedDelivery),
        counts: z.record(z.enum(failedDeliveryViews), z.int()),
        ...paged,
      }),
    },
  },

  answerFailedDeliveries: {
    route: 'POST /order/admin/failed-deliveries/answers',
    right: 'orders',
    changes: 'nothing',
    summary: 'Say what the courier is to do with parcels that it could not deliver; a job tells the courier',
    body: deliveryAnswer.extend({
      references: z
        .array(reference)
        .min(1, 'Select the parcels.')
        .max(failedDeliveryLimits.answers, `At most ${failedDeliveryLimits.answers} parcels can be answered at once.`),
    }),
    reply: { 200: z.object({ message: z.string(), results: z.array(answerResult) }) },
  },

  saveParcelClaim: {
    route: 'POST /order/admin/parcel-claims',
    right: 'orders',
    changes: 'nothing',
    summary: 'Note when a lost or damaged parcel was claimed at the courier, and that the claim has ended',
    body: z.object({
      reference,
      claimedOn: z.iso.date({ error: 'Enter the day of the claim.' }).nullable(),
      claimReference: z.string().trim().max(60, 'The reference is too long.'),
      isClosed: z.boolean(),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  findFailedDelivery: {
    route: 'POST /order/failed-delivery/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'The failed delivery of one order, by the link in its email or the account of its shopper',
    body: access,
    reply: {
      200: z.object({
        delivery: z
          .object({
            canAnswer: z.boolean(),
            message: z.string().nullable().describe('what was answered, or what happens with the parcel now'),
            reason: z.string().describe('as the courier says it'),
            attempts: z.int(),
            days: z.array(z.iso.date()).describe('on which it can be delivered again'),
          })
          .nullable()
          .describe('null: no delivery has failed'),
      }),
    },
  },

  answerFailedDelivery: {
    route: 'POST /order/failed-delivery/answer',
    who: 'anyone',
    changes: 'nothing',
    summary:
      'Say what the courier is to do with a parcel that it could not deliver, by the link in its email or the account of its shopper',
    body: deliveryAnswer.extend(access.shape),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
