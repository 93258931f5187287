import { createHmac } from 'node:crypto'

/** hex(HMAC-SHA256(raw body, webhook secret)), the value of `X-Razorpay-Signature`. */
export function signBody({ bytes, secret }: { bytes: Buffer; secret: string }): string {
  return createHmac('sha256', secret).update(bytes).digest('hex')
}

/** hex(HMAC-SHA256(order_id|payment_id, key secret)), the checkout's `razorpay_signature`. */
export function signCheckout({ orderId, paymentId, keySecret }: { orderId: string; paymentId: string; keySecret: string }): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex')
}
