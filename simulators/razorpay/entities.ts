import type { PaymentError } from './test-instruments.ts'

export type Notes = Readonly<Record<string, string>>

export type Method = 'card' | 'upi' | 'netbanking'

export interface CaptureRule {
  readonly mode: 'automatic' | 'manual'
  readonly automaticExpiryMinutes: number
  readonly manualExpiryMinutes: number
}

/** Times are unix seconds and amounts integer paise, in all entities. */
export interface Order {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly capture: CaptureRule
  readonly createdAt: number
  readonly notes: Notes
  amountPaid: number
  status: 'created' | 'attempted' | 'paid'
  attempts: number
}

/** Card details that are stored. The number, CVV, expiry and name are not. */
export interface Card {
  readonly id: string
  readonly last4: string
  readonly network: string
  readonly type: 'credit' | 'debit'
  readonly issuer: string | null
  readonly international: boolean
}

/** An outcome that a test has set in advance. It overrides the buyer's choice. */
export interface PlannedOutcome {
  readonly outcome: 'success' | 'failure' | 'no_answer' | 'late_success'
  readonly error: PaymentError | null
  /** false: the browser never receives the result */
  readonly notifyBrowser: boolean
  /** for `late_success`: seconds between the timeout and the authorization */
  readonly lateBySeconds: number
}

export interface Payment {
  readonly id: string
  readonly orderId: string
  readonly amount: number
  readonly currency: string
  readonly method: Method
  readonly card: Card | null
  readonly bank: string | null
  readonly email: string | null
  readonly contact: string | null
  readonly description: string | null
  readonly notes: Notes
  readonly createdAt: number
  /** the error of a test card that always fails */
  readonly instrumentError: PaymentError | null
  readonly plannedOutcome: PlannedOutcome | null
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amountRefunded: number
  captured: boolean
  fee: number | null
  tax: number | null
  error: PaymentError | null
  acquirerData: Readonly<Record<string, string | null>>
  authorizedAt: number | null
  capturedAt: number | null
  autoCaptured: boolean
  lateAuthorized: boolean
  /** the buyer closed the form while the bank's answer was pending */
  dismissed: boolean
}

export interface Dispute {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  readonly currency: string
  readonly reasonCode: string
  readonly phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  readonly respondBy: number
  readonly createdAt: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  amountDeducted: number
}

export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly createdAt: number
  readonly speedRequested: 'normal' | 'optimum'
  readonly speedProcessed: 'normal' | 'instant'
  readonly notes: Notes
  status: 'pending' | 'processed' | 'failed'
  arn: string | null
}
