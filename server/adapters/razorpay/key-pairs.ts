import { type Gateway, GatewayError } from '../../payments/provider/gateway.ts'
import { createRazorpay, type RazorpayKeys } from './razorpay.ts'

/**
 * Razorpay with several key pairs. The first one takes new payments. What its account rejects, such as an id of another account, is asked
 * of the earlier ones. Their answers count only when they accept: an earlier pair may be revoked.
 */
export function createRazorpayOfPairs(pairs: readonly [RazorpayKeys, ...RazorpayKeys[]]): Gateway {
  const [first, ...others] = pairs
  const current = createRazorpay(first)
  // Only recent events are accepted with earlier webhook secrets.
  const { webhookSecret } = first
  const earlier = others.map((pair) => createRazorpay({ ...pair, webhookSecret, previousWebhookSecret: pair.webhookSecret }))
  if (earlier.length === 0) return current
  const all = [current, ...earlier]

  async function ask<Reply>(send: (gateway: Gateway) => Promise<Reply>): Promise<Reply> {
    try {
      return await send(current)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.kind !== 'rejected') throw error
      for (const gateway of earlier) {
        const answer = await send(gateway).then(
          (reply) => ({ reply }),
          () => undefined,
        )
        if (answer) return answer.reply
      }
      throw error
    }
  }

  return {
    ...current,
    fetchOrderNumber: (id) => ask((gateway) => gateway.fetchOrderNumber(id)),
    fetchPayments: (id) => ask((gateway) => gateway.fetchPayments(id)),
    capture: (payment) => ask((gateway) => gateway.capture(payment)),
    refund: (refund) => ask((gateway) => gateway.refund(refund)),
    fetchRefund: (refund) => ask((gateway) => gateway.fetchRefund(refund)),
    fetchRefunds: (id) => ask((gateway) => gateway.fetchRefunds(id)),
    fetchDispute: (id) => ask((gateway) => gateway.fetchDispute(id)),
    isCheckoutSigned: (fields) => all.some((gateway) => gateway.isCheckoutSigned(fields)),
    parseWebhook(call) {
      for (const gateway of all) {
        const event = gateway.parseWebhook(call)
        if (event) return event
      }
      return undefined
    },
  }
}
