import { z } from 'zod'
import { guestLine } from '../catalog/guest-line.ts'
import { guestAddress } from '../kernel/address.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees } from '../kernel/endpoint.ts'
import { shownToPay, typedCode } from '../offers/offer-schemas.ts'
import { placingFields } from '../orders/placing-fields.ts'
import { openedPayment, paymentOutcome, paymentShare, signedPayment, verifiedPayment } from './payments.ts'

const token = z.string().min(1).max(maxLengths.trackingToken).describe('the token of the payment, which only its first reply has')

export const guestPaymentsCalls = defineCalls({
  createGuestPayment: {
    route: 'POST /guest/create-order',
    who: 'anyone',
    changes: 'products',
    summary: "Open a guest's online payment and hold its stock for some minutes",
    headers: idempotencyHeaders,
    body: z.object({
      products: z.array(guestLine).min(1).max(quantities.maxLines),
      totalPrice: quotedRupees.describe('rupees, as the shopper saw it; the server calculates its own and compares'),
      deliveryAddress: guestAddress,
      offerCode: typedCode.optional(),
      toPay: shownToPay,
      ...paymentShare,
      ...placingFields,
    }),
    reply: { 200: openedPayment.extend({ token: z.string().describe('needed to verify the payment and to read its outcome') }) },
  },

  verifyGuestPayment: {
    route: 'POST /guest/verify-payment',
    who: 'anyone',
    changes: 'products',
    summary: "Verify a guest's payment that the payment window reported; repeated calls give the same answer",
    body: signedPayment.extend({ token }),
    reply: { 200: verifiedPayment },
  },

  getGuestPayment: {
    route: 'POST /guest/payment',
    who: 'anyone',
    changes: 'nothing',
    summary: "The outcome of a guest's payment, fetched from the provider unless it is settled",
    body: z.object({ token }),
    reply: { 200: paymentOutcome },
  },
})
