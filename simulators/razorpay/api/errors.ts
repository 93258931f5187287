import { MINIMUM_AMOUNT_ERROR, TEXTS } from '../guesses.ts'

export interface ErrorBody {
  readonly code: string
  readonly description: string
  readonly source: string | null
  readonly step: string | null
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly field?: string
}

/** An expected refusal in Razorpay's own words. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor({ status, body }: { status: number; body: ErrorBody }) {
    super(body.description)
    this.status = status
    this.body = body
  }
}

type Detail = Partial<Omit<ErrorBody, 'description'>>

/** A 400 of the common kind: the merchant sent something that does not pass. */
export function makeBadRequest({ description, ...detail }: { description: string } & Detail): ApiError {
  const body = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...detail,
  }
  return new ApiError({ status: 400, body })
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA' } as const

export function makeUnauthorized({ description }: { description: string }): ApiError {
  return new ApiError({ status: 401, body: { code: 'BAD_REQUEST_ERROR', description, ...NOT_APPLICABLE, metadata: {} } })
}

export function makeConflict({ description }: { description: string }): ApiError {
  return new ApiError({ status: 409, body: { code: 'BAD_REQUEST_ERROR', description, ...NOT_APPLICABLE, metadata: {} } })
}

export function makeUnknownId(): ApiError {
  return makeBadRequest({ description: 'The id provided does not exist' })
}

export function makeMalformedId({ id }: { id: string }): ApiError {
  return makeBadRequest({ description: `${id} is not a valid id` })
}

export function makeUnknownUrl(): ApiError {
  return makeBadRequest({ description: 'The requested URL was not found on the server.', ...NOT_APPLICABLE })
}

export function makeExtraFields({ fields }: { fields: readonly string[] }): ApiError {
  return makeBadRequest({ description: `${fields.join(', ')} is/are not required and should not be sent`, reason: 'extra_field_sent' })
}

export function makeAmountTooSmall(): ApiError {
  if (MINIMUM_AMOUNT_ERROR === 'older') return makeBadRequest({ description: 'The amount must be at least INR 1.00', field: 'amount' })
  const description = 'Order amount less than minimum amount allowed'
  return makeBadRequest({ description, step: 'order_creation', reason: 'amount_less_than_minimum_amount', field: 'amount' })
}

/** The body for a status that a fault rule asks for. */
export function makeFaultBody({ status }: { status: number }): ErrorBody {
  if (status === 429) return { code: 'BAD_REQUEST_ERROR', description: TEXTS.tooManyRequests, ...NOT_APPLICABLE, metadata: {} }
  if (status === 503) return { code: 'SERVICE_UNAVAILABLE', description: TEXTS.serverError, ...NOT_APPLICABLE, metadata: {} }
  if (status === 504) return { code: 'GATEWAY_ERROR', description: TEXTS.serverError, ...NOT_APPLICABLE, metadata: {} }
  if (status >= 500) return { code: 'SERVER_ERROR', description: TEXTS.serverError, ...NOT_APPLICABLE, metadata: {} }
  return makeBadRequest({ description: TEXTS.serverError }).body
}
