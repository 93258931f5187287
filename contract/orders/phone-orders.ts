import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { phoneOrderAddress, typedText } from '../kernel/address.ts'
import { quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees } from '../kernel/endpoint.ts'
import { priceText, requiredText } from '../kernel/field-schemas.ts'
import { adminOrderDetail } from './admin-orders.ts'
import { manualPaymentMethods, paymentReferenceLength } from './manual-payment.ts'
import { shopperNoteFields } from './shopper-note.ts'
import { orderChannels } from './visit-source.ts'

/** `link`: online, by the order's signed link. `paid`: to the shop itself, before the order is entered. */
export const phoneOrderPayments = ['on delivery', 'link', 'paid'] as const
export type PhoneOrderPayment = (typeof phoneOrderPayments)[number]

/** characters of the reason of an agreed discount */
export const discountReasonLength = 60

/** The name of a customer who takes items away and says none. */
export const walkInCustomer = 'Walk-in customer'

const { phone, gstin, businessName } = phoneOrderAddress.shape

/** Who takes items away: everything is optional. */
const walkInBuyer = z.object({
  name: phoneOrderAddress.shape.lastName.default(''),
  phone: z.literal('').or(phone).default(''),
  email: phoneOrderAddress.shape.email,
  gstin,
  businessName,
})

const quantityText = `The quantity of an item is ${quantities.min} to ${quantities.max}.`

/** A payment to the shop itself, as an administrator enters it. */
const manualPayment = z.object({
  method: z.enum(manualPaymentMethods, { error: 'Choose how it was paid.' }),
  reference: typedText('Reference', paymentReferenceLength, (text) => text.replace(/\p{C}/gu, '').trim()).default(''),
  day: z.iso.date({ error: 'Enter the day of the payment.' }).optional().describe('in India; that of the order by default'),
})

const isMissing = (value: unknown): boolean => value === undefined

export const phoneOrdersCalls = defineCalls({
  placePhoneOrder: {
    route: 'POST /order/admin',
    right: 'orders',
    furtherRights: ['prices'],
    changes: 'products',
    summary: 'Place the order of somebody who has called or written, for administrators',
    headers: idempotencyHeaders,
    body: z
      .object({
        products: z
          .array(
            z.object({
              product: z.string().max(64).describe('the product id'),
              size: z.string('Choose the size of each item.').trim().min(1, 'Choose the size of each item.').max(100).pipe(sizeName),
              quantity: z.int(quantityText).min(quantities.min, quantityText).max(quantities.max, quantityText),
            }),
          )
          .min(1, 'Add a product.')
          .max(quantities.maxLines, `An order has at most ${quantities.maxLines} different items. Enter another order for the others.`),
        totalPrice: quotedRupees.describe('rupees, as the administrator quoted it'),
        discount: z
          .object({ amount: priceText('Discount'), reason: requiredText('Reason', discountReasonLength) })
          .optional()
          .describe(
            'what was agreed with the customer, who reads the reason on the order and the invoice; `totalPrice` is without or with it',
          ),
        payment: z.enum(phoneOrderPayments),
        manualPayment: manualPayment.optional().describe('how it was paid; only and always with the payment `paid`'),
        day: z.iso
          .date({ error: 'Enter the day of the order.' })
          .optional()
          .describe('in India, today by default: the day of the order in lists and figures; its documents have the day of their issue'),
        isTakenAway: z.boolean().optional().describe('true: paid and handed over at once, without a parcel, charges and `deliveryAddress`'),
        buyer: walkInBuyer.optional().describe('who takes the items away'),
        account: z.string().max(64).optional().describe('the id of the shopper whose order it is; without it a guest order'),
        channel: z.enum(orderChannels).optional().describe('how the order has come; for the figures only'),
        draft: z.string().max(64).optional().describe('the id of the draft that the order comes from, which is deleted'),
        deliveryAddress: phoneOrderAddress.optional().describe('missing only when the items are taken away'),
        ...shopperNoteFields,
      })
      .refine(({ isTakenAway, deliveryAddress }) => isTakenAway || !isMissing(deliveryAddress), {
        path: ['deliveryAddress'],
        error: 'Enter the delivery address.',
      })
      .refine(({ payment, manualPayment }) => payment !== 'paid' || !isMissing(manualPayment), {
        path: ['manualPayment.method'],
        error: 'Choose how it was paid.',
      })
      .refine(({ isTakenAway, payment }) => !isTakenAway || payment === 'paid', {
        path: ['payment'],
        error: 'Items that are taken away are paid at once: choose how they were paid.',
      })
      .refine(({ day, payment }) => payment !== 'link' || isMissing(day), {
        path: ['day'],
        error: 'An order with a payment link is of today.',
      }),
    reply: { 201: z.object({ message: z.string(), order: adminOrderDetail }) },
  },
})
