import { makeBadRequest } from '../api/errors.ts'
import type { Card, Method, Notes, Order, Payment, Plan } from '../entities.ts'
import { MAXIMUM_PAISE, TEXTS, UPI_ID_CANCEL_BECOMES_SUCCESS } from '../guesses.ts'
import { makeId } from '../ids.ts'
import { refuseUnpayable } from '../orders.ts'
import { authorizePayment, failPayment, openPayment } from '../payments.ts'
import { BANKS, findTestCard, type PaymentProblem, PROBLEMS, TEST_UPI_IDS } from '../test-instruments.ts'
import { signCheckout } from '../webhooks/sign.ts'
import type { ApiKey, World } from '../world.ts'

export type Instrument =
  | { readonly method: 'card'; readonly number: string }
  | { readonly method: 'upi'; readonly vpa: string | null }
  | { readonly method: 'netbanking'; readonly bank: string }

export interface Buyer {
  readonly email: string | null
  readonly contact: string | null
  readonly description: string | null
  readonly notes: Notes
}

/** Creates a payment that waits for the bank. Only published test cards, UPI IDs and known banks pass. */
export function startPayment({
  world,
  order,
  instrument,
  buyer,
}: {
  world: World
  order: Order
  instrument: Instrument
  buyer: Buyer
}): Payment {
  refuseUnpayable({ world, order })
  if (order.amount > MAXIMUM_PAISE[instrument.method]) throw makeBadRequest({ description: TEXTS.maximumAmount, field: 'amount' })
  const payment: Payment = {
    ...readInstrument({ instrument }),
    ...buyer,
    id: makeId({ prefix: 'pay' }),
    accountId: order.accountId,
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    createdAt: world.clock.seconds(),
    plan: takePlan({ world }),
    status: 'created',
    amountRefunded: 0,
    captured: false,
    fee: null,
    tax: null,
    problem: null,
    authorizedAt: null,
    capturedAt: null,
    autoCaptured: false,
    lateAuthorized: false,
    dismissed: false,
  }
  openPayment({ world, payment })
  return payment
}

type InstrumentFields = Pick<Payment, 'method' | 'card' | 'bank' | 'vpa' | 'upiFlow' | 'instrumentProblem' | 'acquirerData'>

function readInstrument({ instrument }: { instrument: Instrument }): InstrumentFields {
  const none: InstrumentFields = {
    method: instrument.method,
    card: null,
    bank: null,
    vpa: null,
    upiFlow: null,
    instrumentProblem: null,
    acquirerData: {},
  }
  if (instrument.method === 'card') return { ...none, ...readCard(instrument), acquirerData: { auth_code: null } }
  if (instrument.method === 'netbanking') {
    if (!BANKS.some((bank) => bank.code === instrument.bank))
      throw makeBadRequest({ description: 'The selected bank is invalid.', field: 'bank' })
    return { ...none, bank: instrument.bank, acquirerData: { bank_transaction_id: null } }
  }
  const upi = { ...none, acquirerData: { rrn: null } }
  if (instrument.vpa === null) return { ...upi, upiFlow: 'qr' }
  const vpa = instrument.vpa.trim().toLowerCase()
  if (vpa === TEST_UPI_IDS.success) return { ...upi, vpa, upiFlow: 'collect' }
  if (vpa === TEST_UPI_IDS.failure) return { ...upi, vpa, upiFlow: 'collect', instrumentProblem: PROBLEMS.upi_failed }
  throw makeBadRequest({ description: TEXTS.notATestUpiId, field: 'vpa' })
}

/** The number is looked up and forgotten: what stays is its last four digits and its network. */
function readCard({ number }: { number: string }): { card: Card; instrumentProblem: PaymentProblem | null } {
  const test = findTestCard({ number })
  if (!test) throw makeBadRequest({ description: TEXTS.notATestCard, field: 'number' })
  const { network, international } = test
  const card: Card = {
    id: makeId({ prefix: 'card' }),
    last4: test.number.slice(-4),
    network,
    type: network === 'RuPay' ? 'debit' : 'credit',
    issuer: null,
    international,
  }
  return { card, instrumentProblem: test.problem && PROBLEMS[test.problem] }
}

function takePlan({ world }: { world: World }): Plan | null {
  const next = world.state.plans.find((candidate) => candidate.left > 0)
  if (!next) return null
  next.left -= 1
  return next.plan
}

export type Decision = 'success' | 'failure' | 'wrong_otp'

/** The bank's (or the phone's) answer. A plan made by a test beats what was pressed; an error card's failure has its own reason. */
export function answerPayment({ world, payment, decision }: { world: World; payment: Payment; decision: Decision }): void {
  const { plan } = payment
  if (plan?.outcome === 'no_answer' || plan?.outcome === 'late_success') return
  const succeeds = plan ? plan.outcome === 'success' : decision === 'success' && payment.vpa !== TEST_UPI_IDS.failure
  if (succeeds) {
    if (payment.status === 'created') authorizePayment({ world, payment })
    return
  }
  failPayment({
    world,
    payment,
    problem: plan?.problem ?? payment.instrumentProblem ?? defaultProblem({ method: payment.method, decision }),
  })
}

function defaultProblem({ method, decision }: { method: Method; decision: Decision }): PaymentProblem {
  if (decision === 'wrong_otp') return PROBLEMS.invalid_otp
  if (method === 'upi') return PROBLEMS.upi_failed
  return PROBLEMS.payment_failed
}

/** A random OTP of 4 to 10 digits passes, a shorter one fails. */
export function judgeOtp({ otp }: { otp: string }): Decision {
  return /^\d{4,10}$/.test(otp.trim()) ? 'success' : 'wrong_otp'
}

/** The buyer closed the form while the bank was deciding: no event, the payment stays as it is until it ends by itself. */
export function dismissPayment({ world, payment }: { world: World; payment: Payment }): void {
  if (payment.status !== 'created') return
  payment.dismissed = true
  const isUpiRequest = payment.upiFlow === 'collect' && payment.vpa === TEST_UPI_IDS.success
  if (UPI_ID_CANCEL_BECOMES_SUCCESS && isUpiRequest && payment.plan?.outcome !== 'late_success') authorizePayment({ world, payment })
}

/** What the browser may know of a payment; on success with the signature, which is made here and never in the browser. */
export function presentResult({ payment, key }: { payment: Payment; key: ApiKey }) {
  if (payment.plan?.browserIsTold === false) return { status: 'waiting' as const }
  if (payment.status === 'created') return { status: 'waiting' as const }
  if (payment.problem) {
    const { code, description, source, step, reason } = payment.problem
    return {
      status: 'failed' as const,
      error: { code, description, source, step, reason, metadata: { order_id: payment.orderId, payment_id: payment.id } },
    }
  }
  const razorpay_signature = signCheckout({ orderId: payment.orderId, paymentId: payment.id, keySecret: key.keySecret })
  return { status: 'paid' as const, response: { razorpay_payment_id: payment.id, razorpay_order_id: payment.orderId, razorpay_signature } }
}
