import { TEXTS } from '../assumptions.ts'

export interface ErrorBody {
  readonly code: string
  readonly description: string
  readonly source: string | null
  readonly step: string | null
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly field?: string
}

/** An expected error with the status and body that Razorpay documents. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor({ status, body }: { status: number; body: ErrorBody }) {
    super(body.description)
    this.status = status
    this.body = body
  }
}

export function createBadRequest({ description, ...details }: { description: string } & Partial<Omit<ErrorBody, 'description'>>): ApiError {
  const body = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...details,
  }
  return new ApiError({ status: 400, body })
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} } as const

export function createUnauthorized({ description }: { description: string }): ApiError {
  return new ApiError({ status: 401, body: { code: 'BAD_REQUEST_ERROR', description, ...NOT_APPLICABLE } })
}

export function createConflict({ description }: { description: string }): ApiError {
  return new ApiError({ status: 409, body: { code: 'BAD_REQUEST_ERROR', description, ...NOT_APPLICABLE } })
}

export function createUnknownIdError(): ApiError {
  return createBadRequest({ description: 'The id provided does not exist' })
}

export function createMalformedIdError({ id }: { id: string }): ApiError {
  return createBadRequest({ description: `${id} is not a valid id` })
}

export function createUnknownUrlError(): ApiError {
  return createBadRequest({ description: 'The requested URL was not found on the server.', ...NOT_APPLICABLE })
}

export function createExtraFieldsError({ fields }: { fields: readonly string[] }): ApiError {
  return createBadRequest({ description: `${fields.join(', ')} is/are not required and should not be sent`, reason: 'extra_field_sent' })
}

export function createAmountTooSmallError(): ApiError {
  const description = 'Order amount less than minimum amount allowed'
  return createBadRequest({ description, step: 'order_creation', reason: 'amount_less_than_minimum_amount', field: 'amount' })
}

const FAULT_CODES: Readonly<Record<number, string>> = { 429: 'BAD_REQUEST_ERROR', 503: 'SERVICE_UNAVAILABLE', 504: 'GATEWAY_ERROR' }

/** The body of an injected error status. */
export function createFaultBody({ status }: { status: number }): ErrorBody {
  const description = status === 429 ? TEXTS.tooManyRequests : TEXTS.serverError
  if (status < 500 && status !== 429) return createBadRequest({ description }).body
  return { code: FAULT_CODES[status] ?? 'SERVER_ERROR', description, ...NOT_APPLICABLE }
}
