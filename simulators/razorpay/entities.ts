import type { PaymentProblem } from './test-instruments.ts'

export type Notes = Readonly<Record<string, string>>

export type Method = 'card' | 'upi' | 'netbanking'

export interface CaptureRule {
  readonly mode: 'automatic' | 'manual'
  readonly automaticExpiryMinutes: number
  readonly manualExpiryMinutes: number
}

/** Times are unix seconds, amounts integer paise, here and in everything below. */
export interface Order {
  readonly id: string
  readonly accountId: string
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly capture: CaptureRule
  readonly createdAt: number
  amountPaid: number
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
}

/** All that is kept of a card: never its number, its CVV, its expiry or the name on it. */
export interface Card {
  readonly id: string
  readonly last4: string
  readonly network: string
  readonly type: 'credit' | 'debit'
  readonly issuer: string | null
  readonly international: boolean
}

/** What a test decided beforehand for a payment, whatever the buyer presses. */
export interface Plan {
  readonly outcome: 'success' | 'failure' | 'no_answer' | 'late_success'
  readonly problem: PaymentProblem | null
  /** false: the bank decides, but the browser never hears of it */
  readonly browserIsTold: boolean
  /** for `late_success`: how long after the failure the bank says yes */
  readonly lateBySeconds: number
}

export interface Payment {
  readonly id: string
  readonly accountId: string
  readonly orderId: string
  readonly amount: number
  readonly currency: string
  readonly method: Method
  readonly card: Card | null
  readonly bank: string | null
  readonly vpa: string | null
  readonly upiFlow: 'collect' | 'qr' | null
  readonly email: string | null
  readonly contact: string | null
  readonly description: string | null
  readonly createdAt: number
  /** what a failure of this instrument says; error cards and failure@razorpay bring their own */
  readonly instrumentProblem: PaymentProblem | null
  readonly plan: Plan | null
  notes: Notes
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amountRefunded: number
  captured: boolean
  fee: number | null
  tax: number | null
  problem: PaymentProblem | null
  acquirerData: Readonly<Record<string, string | null>>
  authorizedAt: number | null
  capturedAt: number | null
  autoCaptured: boolean
  lateAuthorized: boolean
  /** the buyer closed the form at the bank step */
  dismissed: boolean
}

export interface Refund {
  readonly id: string
  readonly accountId: string
  readonly paymentId: string
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly createdAt: number
  readonly speedRequested: 'normal' | 'optimum'
  notes: Notes
  status: 'pending' | 'processed' | 'failed'
  speedProcessed: 'normal' | 'instant'
  arn: string | null
}
