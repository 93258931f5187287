import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import { type ErrorCode, type ErrorParams, errorText } from '#contract/kernel/errors/errors.ts'

interface ErrorOptions {
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

/** An expected error: a code and the parameters of its text. Never logged as an error. Its HTTP status is chosen in http/. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'AppError'
  readonly code: Code
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: ErrorOptions['challenge']
  readonly advance: ErrorOptions['advance']

  constructor(...[code, params]: object extends Params<Code> ? [code: Code, params?: Params<Code>] : [code: Code, params: Params<Code>]) {
    const { fields, retryAfterSeconds, challenge, advance, ...textParams } = (params ?? {}) as ErrorOptions & object
    super(errorText<ErrorCode>(code, textParams as never))
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
    this.advance = advance
  }
}
