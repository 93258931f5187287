import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { toAppError } from '../../http/error-handler.ts'
import { getOrigin } from '../../http/url.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { buildEnvelope } from '../capabilities.ts'
import { UcpError, UcpOutcome } from '../ucp-error.ts'

/** What is wrong with the first invalid field, such as `ids: Too small`. */
function describeIssue([issue]: readonly { instancePath: string; message?: string }[]): string {
  const path = issue?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const message = issue?.message ?? 'The request is invalid.'
  return path === '' ? message : `${path}: ${message}`
}

interface ErrorReply {
  readonly status: number
  readonly code: string
  readonly content: string
}

/** The error handler of the protocol: `{ code, content }`, or for a request without a result its messages. */
export function handleUcpErrors(app: FastifyInstance, { settings }: { settings: Pick<Settings, 'PUBLIC_URL'> }): void {
  function send({ request, reply, error }: { request: FastifyRequest; reply: FastifyReply; error: ErrorReply }): FastifyReply {
    const { status, code, content } = error
    return reply.status(status).send({ code, content, continue_url: `${getOrigin({ settings, request })}/` })
  }

  app.setErrorHandler<FastifyError | AppError | UcpError | UcpOutcome>((error, request, reply) => {
    if (error instanceof UcpOutcome) {
      const names = (request.routeOptions.config.capabilities ?? []).filter((name) => request.ucpProfile?.capabilities.has(name))
      const ucp = buildEnvelope({ names, status: 'error' })
      return reply
        .status(200)
        .send({ ucp, messages: error.messages, continue_url: error.continueUrl ?? `${getOrigin({ settings, request })}/` })
    }
    if (error instanceof UcpError)
      return send({ request, reply, error: { status: error.status, code: error.code, content: error.message } })
    if (hasZodFastifySchemaValidationErrors(error)) {
      return send({ request, reply, error: { status: 400, code: 'invalid_request', content: describeIssue(error.validation) } })
    }
    const expected = toAppError(error)
    if (!expected) request.log.error({ err: error }, 'request failed')
    const { status, code, message, retryAfterSeconds } = expected ?? new AppError('unexpected')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return send({ request, reply, error: { status, code, content: message } })
  })
}
