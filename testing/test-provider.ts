import {
  type Gateway,
  type GatewayDispute,
  GatewayError,
  type GatewayRefund,
  type ListedPayment,
} from '#server/payments/provider/gateway.ts'
import type { Gateways } from '#server/payments/provider/gateways.ts'
import type { SignedFields } from './card-checkout.ts'
import type { TestApp } from './test-app.ts'

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

interface ProviderEvent {
  name: string
  orderId?: string
  paymentId?: string
  disputeId?: string
}

const sign = (orderId: string, paymentId: string) => `test signature of ${orderId} and ${paymentId}`

/** Throws `GatewayError` when the provider does not know the id. */
function requireKnown<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new GatewayError({ kind: 'rejected', message: 'Not known to the test provider' })
  return value
}

/** A second payment provider, named `test`, whose orders and payments are in memory. */
export function createTestProvider() {
  const amounts = new Map<string, number>()
  const numbers = new Map<string, string>()
  const payments: Writable<ListedPayment>[] = []
  const refunds: (GatewayRefund & { paymentId: string })[] = []
  const disputes = new Map<string, GatewayDispute>()
  let count = 0
  const createId = (kind: string) => {
    count += 1
    return `test_${kind}_${count}`
  }
  const findPayment = (id: string) => requireKnown(payments.find((payment) => payment.id === id))

  const gateway: Gateway = {
    provider: 'test',
    keyId: 'test_key',
    checkoutScript: { url: 'https://pay.example/checkout.js', hosts: { 'script-src': ['https://pay.example'] } },
    async createOrder({ amount, orderNumber }) {
      const id = createId('order')
      amounts.set(id, amount)
      if (orderNumber) numbers.set(id, orderNumber)
      return { id }
    },
    async fetchOrderNumber(orderId) {
      return numbers.get(orderId)
    },
    async fetchPayments(orderId) {
      requireKnown(amounts.get(orderId))
      return payments.filter((payment) => payment.orderId === orderId)
    },
    async *listPayments() {
      yield payments
    },
    async capture({ paymentId }) {
      findPayment(paymentId).status = 'captured'
    },
    async refund({ paymentId, amount, key }) {
      const payment = findPayment(paymentId)
      const existing = refunds.find(({ receipt }) => receipt === key)
      if (existing) return existing
      const refunded = refunds.filter((refund) => refund.paymentId === paymentId).reduce((sum, refund) => sum + refund.amount, 0)
      if (refunded + amount > payment.amount) throw new GatewayError({ kind: 'rejected', message: 'More than the payment' })
      const refund = { id: createId('refund'), paymentId, amount, status: 'processed', receipt: key } as const
      refunds.push(refund)
      if (refunded + amount === payment.amount) payment.status = 'refunded'
      return refund
    },
    fetchRefund: async ({ refundId }) => requireKnown(refunds.find(({ id }) => id === refundId)),
    fetchRefunds: async (paymentId) => refunds.filter((refund) => refund.paymentId === paymentId),
    async *listRefunds() {
      yield refunds
    },
    async *listSettled() {
      yield []
    },
    fetchDispute: async (id) => requireKnown(disputes.get(id)),
    readReturn(form) {
      const [orderId, paymentId, signature] = [form.get('order'), form.get('payment'), form.get('signature')]
      return orderId && paymentId && signature ? { orderId, paymentId, signature } : undefined
    },
    isCheckoutSigned: ({ orderId, paymentId, signature }) => signature === sign(orderId, paymentId),
    parseWebhook({ headers, body }) {
      if (headers['x-test-signature'] !== 'signed') return undefined
      const { id, name, orderId = null, paymentId = null, disputeId = null } = JSON.parse(body.toString('utf8'))
      return { id, name, providerOrderId: orderId, providerPaymentId: paymentId, disputeId, body }
    },
  }

  return {
    gateway,
    /** pays as a browser does, and returns what the browser receives */
    pay(orderId: string, status: 'captured' | 'authorized' = 'captured'): SignedFields {
      const paymentId = createId('payment')
      payments.push({ id: paymentId, orderId, status, amount: requireKnown(amounts.get(orderId)), currency: 'INR', captured: true })
      return { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: sign(orderId, paymentId) }
    },
    /** The shopper's bank disputes a payment. Returns the id of the dispute. */
    dispute(paymentId: string): string {
      const id = createId('dispute')
      const { amount } = findPayment(paymentId)
      disputes.set(id, { paymentId, amount, reason: 'not received', phase: 'chargeback', status: 'open', respondBy: null })
      return id
    },
    /** a webhook call, as the provider sends it */
    sendWebhook({ request, ...event }: Pick<TestApp, 'request'> & ProviderEvent) {
      const headers = { 'content-type': 'application/json', 'x-test-signature': 'signed' }
      return request('POST', '/payments/test/webhook', { headers, body: JSON.stringify({ id: createId('event'), ...event }) })
    },
  }
}

/** The providers of a running shop, which a test changes through `configured` as a restart with other settings does. */
export function createChangingGateways(first: Gateways): { configured: { gateways: Gateways }; gateways: Gateways } {
  const configured = { gateways: first }
  const gateways: Gateways = {
    get checkout() {
      return configured.gateways.checkout
    },
    get all() {
      return configured.gateways.all
    },
    of: (provider) => configured.gateways.of(provider),
  }
  return { configured, gateways }
}
