import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { toAppError } from '../../http/error-handler.ts'
import { getOrigin } from '../../http/url.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { buildEnvelope } from '../protocol/capabilities.ts'
import { UcpError, UcpOutcome } from '../protocol/ucp-error.ts'
import { listSharedCapabilities } from './define-ucp-route.ts'

/** What is wrong with the first invalid field, such as `ids: Too small`. */
function describeIssue([issue]: readonly { instancePath: string; message?: string }[]): string {
  const path = issue?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const message = issue?.message ?? 'The request is invalid.'
  return path === '' ? message : `${path}: ${message}`
}

/** How an error is answered. */
export interface UcpErrorReply {
  /** of HTTP */
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
  /** `{ code, content }`; for a request that was handled and has no result the part `ucp` and messages */
  readonly body: Readonly<Record<string, unknown>>
}

interface FailedRequest {
  readonly error: FastifyError | AppError | UcpError | UcpOutcome
  readonly request: FastifyRequest
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
}

/** The answer to an error of a request of the protocol. A fault of the shop is logged. */
export function describeUcpError({ error, request, settings }: FailedRequest): UcpErrorReply {
  const home = `${getOrigin({ settings, request })}/`
  if (error instanceof UcpOutcome) {
    const ucp = buildEnvelope({ names: listSharedCapabilities(request), status: 'error' })
    return { status: 200, body: { ucp, messages: error.messages, continue_url: error.continueUrl ?? home } }
  }
  const describe = ({ status, code, content }: { status: number; code: string; content: string }) => ({
    status,
    body: { code, content, continue_url: home },
  })
  if (error instanceof UcpError) return describe({ status: error.status, code: error.code, content: error.message })
  if (hasZodFastifySchemaValidationErrors(error))
    return describe({ status: 400, code: 'invalid_request', content: describeIssue(error.validation) })
  const expected = toAppError(error)
  if (!expected) request.log.error({ err: error }, 'request failed')
  const { status, code, message, retryAfterSeconds } = expected ?? new AppError('unexpected')
  return { ...describe({ status, code, content: message }), retryAfterSeconds }
}

/** The error handler of the protocol: `{ code, content }`, or for a request without a result its messages. */
export function handleUcpErrors(app: FastifyInstance, { settings }: Pick<FailedRequest, 'settings'>): void {
  app.setErrorHandler<FailedRequest['error']>((error, request, reply) => {
    const { status, retryAfterSeconds, body } = describeUcpError({ error, request, settings })
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(status).send(body)
  })
}
