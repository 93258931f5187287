import type { UcpMessage } from './messages.ts'

/** Errors that prevent a request from being handled, with the HTTP status that the protocol gives them. */
const statuses = {
  invalid_request: 400,
  request_too_large: 400,
  invalid_profile_url: 400,
  digest_mismatch: 400,
  algorithm_unsupported: 400,
  signature_missing: 401,
  signature_invalid: 401,
  key_not_found: 401,
  idempotency_conflict: 409,
  profile_malformed: 422,
  version_unsupported: 422,
  profile_unreachable: 424,
} as const

/** A request that is not handled. The reply is `{ code, content }` with the status of the code. */
export class UcpError extends Error {
  override name = 'UcpError'
  readonly code: keyof typeof statuses
  readonly status: number

  constructor(code: keyof typeof statuses, content: string) {
    super(content)
    this.code = code
    this.status = statuses[code]
  }
}

/** A request that was handled and has no result, such as an unknown product. The reply has the HTTP status 200 and lists the messages. */
export class UcpOutcome extends Error {
  override name = 'UcpOutcome'
  readonly messages: readonly [UcpMessage, ...UcpMessage[]]
  /** where the shopper can go on; the shop's first page by default */
  readonly continueUrl: string | undefined

  constructor({ messages, continueUrl }: { messages: readonly [UcpMessage, ...UcpMessage[]]; continueUrl?: string }) {
    super(messages[0].content)
    this.messages = messages
    this.continueUrl = continueUrl
  }
}
