import { z } from 'zod'
import { roles } from '../accounts/users.ts'
import { shownAddress } from '../kernel/address.ts'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { chosenRows } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { codPersonEvent, codRestriction } from './cod-persons.ts'
import { hasMore, order, shownOrderKinds } from './orders.ts'
import { pastOrder } from './past-orders.ts'

/**
 * A person with orders: a shopper's account, or a guest by phone. Names and addresses are those of the newest order. An imported person
 * without orders has the values of the file.
 */
const customer = z
  .object({
    _id: z.string().describe('the id of the newest order, or of an imported customer without orders'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    city: z.string(),
    account: z
      .object({ _id: z.string(), name: z.string(), role: z.enum(roles) })
      .nullable()
      .describe('null: a guest'),
    orders: z.int(),
    paid: rupees.describe('without refunds'),
    onDelivery: rupees.describe('what couriers still collect'),
    refused: z.int().describe('orders that were refused on delivery'),
    cancelled: z.int(),
    lastOrderAt: z.iso.datetime().nullable().describe('null: an imported customer without orders'),
    importedAt: z.iso.datetime().nullable().describe('when an import has added this person; null: no import has'),
    consent: z
      .object({ given: z.boolean(), on: z.iso.date(), source: z.string() })
      .nullable()
      .describe('the last decision about messages with offers; null: never asked'),
  })
  .register(schemaRegistry, { id: 'Customer' })
export type Customer = z.infer<typeof customer>

/** The returns of a person that the shop has received. */
export const personReturns = z.object({
  orders: z.int().describe('delivered orders'),
  returns: z.int(),
  pieces: z.int().describe('of these returns'),
  worn: z.int().describe('of these pieces'),
})
export type PersonReturns = z.infer<typeof personReturns>

export const customersCalls = defineCalls({
  getCustomers: {
    route: 'GET /customers',
    right: 'customers',
    summary: 'People with orders, guests too, those with the newest orders first; then imported people without orders',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z
        .string()
        .max(maxLengths.adminSearch)
        .optional()
        .describe('words of a name, a phone or an email address in one of the orders or in an import'),
    }),
    reply: { 200: z.object({ customers: z.array(customer), ...paged, hasMore }) },
  },

  getCustomer: {
    route: 'GET /customers/:id',
    right: 'customers',
    summary: 'One person, with addresses and newest orders',
    params: z.object({ id: z.string().max(64).describe('the id of any of the orders, or of an imported customer') }),
    reply: {
      200: z.object({
        customer,
        cod: codRestriction.nullable().optional().describe('what is set for cash on delivery; null: nothing'),
        codEvents: z.array(codPersonEvent).optional().describe('the last changes of it, newest first'),
        addresses: z.array(shownAddress).describe('of the orders, newest first'),
        orders: z.array(
          order
            .pick({ _id: true, number: true, totalPrice: true, toPay: true, paymentStatus: true, orderStatus: true, createdAt: true })
            .extend({ kind: z.enum(shownOrderKinds) }),
        ),
        pastOrders: z.array(pastOrder).optional().describe('in an earlier shop, newest first'),
      }),
    },
  },
})
