import { type ErrorCode, type ErrorParams, errors } from '#contract/errors.ts'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import type { ErrorTable } from '#contract/kernel/errors/error-table.ts'

interface ErrorOptions {
  /** path of the form field where the text stands */
  readonly field?: string
  /** path of a form field → what is wrong with it */
  readonly fields?: Readonly<Record<string, string>>
  /** for the Retry-After header */
  readonly retryAfterSeconds?: number
  /** what the browser must solve before it repeats the request */
  readonly challenge?: ApiErrorBody['challenge']
  /** rupees that must be paid online of an order on delivery */
  readonly advance?: number | undefined
}

type Params<Code extends ErrorCode> = ErrorParams[Code] & ErrorOptions

/** An expected error: a code and the parameters of its text. Never logged as an error. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'AppError'
  readonly code: Code
  /** of the HTTP reply */
  readonly status: number
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: ErrorOptions['challenge']
  readonly advance: ErrorOptions['advance']

  constructor(...[code, params]: object extends Params<Code> ? [code: Code, params?: Params<Code>] : [code: Code, params: Params<Code>]) {
    const { field, fields, retryAfterSeconds, challenge, advance, ...textParams } = (params ?? {}) as ErrorOptions & object
    const { status, text }: ErrorTable[string] = errors[code]
    super(typeof text === 'string' ? text : text(textParams))
    this.code = code
    this.status = status
    this.fields = field === undefined ? fields : { [field]: this.message }
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
    this.advance = advance
  }
}
