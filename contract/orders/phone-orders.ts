import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { phoneOrderAddress } from '../kernel/address.ts'
import { quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees } from '../kernel/endpoint.ts'
import { priceText, requiredText } from '../kernel/field-schemas.ts'
import { adminOrderDetail } from './admin-orders.ts'
import { shopperNoteFields } from './shopper-note.ts'

/** `link`: online, by the order's signed link. */
export const phoneOrderPayments = ['on delivery', 'link'] as const
export type PhoneOrderPayment = (typeof phoneOrderPayments)[number]

/** characters of the reason of an agreed discount */
export const discountReasonLength = 60

export const phoneOrdersCalls = defineCalls({
  placePhoneOrder: {
    method: 'POST',
    path: '/order/admin',
    who: 'admin',
    changes: 'products',
    summary: 'Place the order of somebody who has called or written, for administrators',
    headers: idempotencyHeaders,
    body: z.object({
      products: z
        .array(
          z.object({
            product: z.string().max(64).describe('the product id'),
            size: sizeName,
            quantity: z.int().min(quantities.min).max(quantities.max),
          }),
        )
        .min(1, 'Add a product.')
        .max(quantities.maxLines),
      totalPrice: quotedRupees.describe('rupees, as the administrator quoted it'),
      discount: z
        .object({ amount: priceText('Discount'), reason: requiredText('Reason', discountReasonLength) })
        .optional()
        .describe(
          'what was agreed with the customer, who reads the reason on the order and the invoice; `totalPrice` is without or with it',
        ),
      payment: z.enum(phoneOrderPayments),
      account: z.string().max(64).optional().describe('the id of the shopper whose order it is; without it a guest order'),
      deliveryAddress: phoneOrderAddress,
      ...shopperNoteFields,
    }),
    reply: { 201: z.object({ message: z.string(), order: adminOrderDetail }) },
  },
})
