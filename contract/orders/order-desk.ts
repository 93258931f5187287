import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { policy } from '../kernel/limits/policy-numbers.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { packingWarnings } from '../tax/invoice-problems.ts'
import { adminOrder } from './admin-orders.ts'
import { personReturns } from './customers.ts'
import { orderStatuses } from './order-status.ts'
import { hasMore } from './orders.ts'

/** The views of the order desk, in the order of its links. */
export const deskViews = [
  'new',
  'to-pack',
  'pre-orders',
  'packed',
  'booking-problems',
  'shipped',
  'late',
  'coming-back',
  'problems',
  'all',
] as const
export type DeskView = (typeof deskViews)[number]

/** The rows of a page from which the reader chooses. */
export const deskRows = [10, 50, 100] as const

/** Hours after the order, or after its confirmation if it needs one, in which the shop promises to ship it. */
export const dispatchPromiseHours = Math.max(...policy.dispatchHours)

/** Why an order needs a person. */
export const orderProblems = ['no answer', 'address', 'size', 'refunded', 'payment', ...packingWarnings] as const
export type OrderProblem = (typeof orderProblems)[number]

/** Orders of one request. */
export const maxTransitions = 200
/** Orders of a view that can be selected together. */
export const maxSelected = 5_000

const transitions = z.array(z.enum(orderStatuses)).describe('the statuses that an administrator can give the order')
const version = z.int().describe('counts the changes of the order')

const deskOrder = adminOrder
  .extend({
    version,
    transitions,
    isLate: z.boolean().describe('not shipped in the promised time'),
    problems: z.array(z.enum(orderProblems)),
    bookingProblem: z.string().optional().describe('why its parcel is not booked at the courier, or is to be booked again'),
    personReturns: personReturns.optional().describe('received returns of the person; missing when there are none'),
  })
  .register(schemaRegistry, { id: 'DeskOrder' })
export type DeskOrder = z.infer<typeof deskOrder>

const viewQuery = z.object({
  view: z.enum(deskViews).default('new'),
  q: z
    .string()
    .max(maxLengths.adminSearch)
    .optional()
    .describe('words of number, name, phone, email, city, PIN code, product, size or SKU'),
})

const selectedOrder = deskOrder
  .pick({ _id: true, number: true, version: true, transitions: true, flags: true, isLikelyDuplicate: true })
  .extend({
    name: z.string().optional().describe('missing in a reply of an older version'),
    amount: rupees.optional().describe('what is to be paid for the order'),
    isPaid: z.boolean().optional().describe('something of it would be refunded when it is cancelled'),
  })
export type SelectedOrder = z.infer<typeof selectedOrder>

const seenOrders = z
  .array(z.object({ _id: z.string().max(64), version: z.int().describe('the version that the administrator saw') }))
  .min(1)
  .max(maxTransitions)
  .refine((orders) => new Set(orders.map(({ _id }) => _id.toLowerCase())).size === orders.length, 'Each order can be listed once.')

/** What became of one order of a request. */
const transitionResult = z
  .object({
    _id: z.string(),
    number: z.string().nullable().describe('null for an unknown order'),
    result: z.enum(['moved', 'refused', 'changed']).describe('changed: someone else has changed the order since it was seen'),
    message: z.string(),
    orderStatus: z.string().nullable().describe('the status of the order now'),
    version: z.int().nullable().describe('after the change; what an undo sends'),
  })
  .register(schemaRegistry, { id: 'TransitionResult' })
export type TransitionResult = z.infer<typeof transitionResult>

const answers = z.array(transitionResult).describe('in the order of the request')

export const orderDeskCalls = defineCalls({
  getDeskOrders: {
    route: 'GET /order/admin/desk',
    right: 'orders',
    summary: 'A view of the orders that wait for the shop, oldest first, or of all orders, newest first; with the sizes of all views',
    query: viewQuery.extend({
      ...pageQuery.shape,
      rows: z.coerce.number().pipe(z.literal(deskRows)).default(50),
    }),
    reply: {
      200: z.object({
        orders: z.array(deskOrder),
        ...paged,
        hasMore,
        counts: z.record(z.enum(deskViews), z.int()),
      }),
    },
  },

  getDeskSelection: {
    route: 'GET /order/admin/desk/selection',
    right: 'orders',
    summary: `All orders of a view, up to ${maxSelected}`,
    query: viewQuery,
    reply: { 200: z.object({ orders: z.array(selectedOrder) }) },
  },

  transitionOrders: {
    route: 'POST /order/admin/moves',
    right: 'orders',
    furtherRights: ['money'],
    changes: 'products',
    summary: 'Change the status of up to 200 orders, each in a transaction of its own; a repeated request gets the same answers',
    body: z.object({ to: z.enum(orderStatuses), orders: seenOrders }),
    reply: {
      200: z.object({
        message: z.string(),
        answers,
        undoSeconds: z
          .number()
          .nullable()
          .describe('until the first email about the changed orders may be sent; null when none was changed'),
      }),
    },
  },

  undoTransitions: {
    route: 'POST /order/admin/moves/undo',
    right: 'orders',
    changes: 'products',
    summary: 'Undo the last change of up to 200 orders, until their emails are sent; a repeated request gets the same answers',
    body: z.object({ orders: seenOrders }),
    reply: { 200: z.object({ message: z.string(), answers }) },
  },
})
