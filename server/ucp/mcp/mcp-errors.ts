import type { UcpErrorReply } from '../http/handle-ucp-errors.ts'

/** Errors of JSON-RPC and the Model Context Protocol, with their numbers and HTTP statuses. */
const errors = {
  not_a_message: { number: -32_600, status: 400 },
  unknown_method: { number: -32_601, status: 404 },
  header_mismatch: { number: -32_020, status: 400 },
  unsupported_version: { number: -32_022, status: 400 },
} as const

/** A message that is none of the Model Context Protocol. */
export class McpError extends Error {
  override name = 'McpError'
  readonly code: keyof typeof errors
  readonly data: object | undefined

  constructor(code: keyof typeof errors, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Numbers that the Universal Commerce Protocol gives to its errors; the others are -32000. */
const numbers: Readonly<Record<string, number>> = {
  invalid_profile_url: -32_001,
  profile_unreachable: -32_001,
  profile_malformed: -32_001,
  version_unsupported: -32_001,
  digest_mismatch: -32_600,
  algorithm_unsupported: -32_600,
  too_large: -32_600,
  unsupported_media_type: -32_600,
  invalid_request: -32_602,
  request_too_large: -32_602,
  unexpected: -32_603,
}

/** The id of a request; null when it cannot be read. */
export function readId({ body }: { readonly body?: unknown }): string | number | null {
  const id: unknown = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** An error of JSON-RPC with the HTTP status that the Universal Commerce Protocol gives it. */
export function toRpcError({ error, request }: { error: UcpErrorReply | McpError; request: { readonly body?: unknown } }): UcpErrorReply {
  const build = (status: number, details: object) => ({ status, body: { jsonrpc: '2.0', id: readId(request), error: details } })
  if (error instanceof McpError) {
    const { number: code, status } = errors[error.code]
    return build(status, { code, message: error.message, data: error.data })
  }
  const { status, body, retryAfterSeconds } = error
  // Without a body there is no JSON, or nothing of it was read.
  if (request.body === undefined && body.code === 'invalid_request')
    return build(status, { code: -32_700, message: 'The body is no JSON.' })
  const data = { ...body, ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }) }
  return { ...build(status, { code: numbers[String(body.code)] ?? -32_000, message: String(body.content), data }), retryAfterSeconds }
}
