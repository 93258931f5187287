import { z } from 'zod'
import { cardAddress, deliveryAddress } from '../address.ts'
import { maxLengths } from '../business.ts'
import { defineEndpoint } from '../endpoint.ts'
import { order, orderKinds } from './orders.ts'

// Calls of the pages that the links in the mails of an order open.

const linkToken = z.object({ token: z.string().max(maxLengths.trackingToken).describe('of the link in the mail') })

export const findIncompleteAddress = defineEndpoint('findIncompleteAddress', {
  summary: 'The incomplete delivery address of one order, by the link in its mail',
  body: linkToken,
  reply: { 200: z.object({ number: z.string(), deliveryAddress: cardAddress }) },
})

export const completeAddress = defineEndpoint('completeAddress', {
  summary: 'Complete the delivery address of one order, until it is shipped',
  body: deliveryAddress.pick({ pinCode: true, phone: true }).extend(linkToken.shape),
  reply: { 200: z.object({ message: z.string() }) },
})

export const findOrderToConfirm = defineEndpoint('findOrderToConfirm', {
  summary: 'One order that the shop has asked to confirm, by the link in its mail',
  body: linkToken,
  reply: {
    200: order.pick({ number: true, products: true, totalPrice: true }).extend({
      kind: z.enum(orderKinds),
      isToBePaid: z.boolean().describe('online: the order is not packed before'),
    }),
  },
})

export const answerConfirmation = defineEndpoint('answerConfirmation', {
  summary: 'Confirm or cancel one order by the link in its mail, once',
  body: linkToken.extend({ isWanted: z.boolean() }),
  reply: { 200: z.object({ message: z.string() }) },
})

export const openOrderPayment = defineEndpoint('openOrderPayment', {
  summary: 'Pay online for one order that the shop has asked to confirm, by the link in its mail',
  body: linkToken,
  reply: {
    200: z.object({
      id: z.string(),
      amount: z.int().describe('paise'),
      currency: z.literal('INR'),
      keyId: z.string(),
      contact: cardAddress.pick({ firstName: true, lastName: true, email: true, phone: true }).describe('as in the mail of the order'),
    }),
  },
})

export const checkOrderPayment = defineEndpoint('checkOrderPayment', {
  summary: 'Whether the order is paid, as the payment provider says now, by the link in its mail',
  body: linkToken,
  reply: { 200: z.object({ status: z.enum(['unpaid', 'in progress', 'paid', 'refunded']) }) },
})
