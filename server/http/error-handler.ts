import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { apiBase } from '#contract/api.ts'
import { describeAddressProblem } from '#contract/kernel/address.ts'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'
import { isDatabaseDown } from '../database/is-database-down.ts'
import { AppError } from '../kernel/errors.ts'

/** Errors of the framework and its plugins, by their status. */
const frameworkErrors = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
} as const

/** Text that passed validation but that PostgreSQL cannot store: a zero byte, half a surrogate pair. */
const unstorableText = new Set(['22021', '22P05'])

const outageRetryAfterSeconds = 5

function toBody({ code, message, fields, challenge, advance }: AppError): ApiErrorBody {
  const details = { ...(fields && { fields }), ...(challenge && { challenge }), ...(advance !== undefined && { advance }) }
  return { error: message, message, code, ...details }
}

/** An invalid request as the form reports it: which fields, and what is wrong with each. */
function sendValidationError({ reply, issues }: { reply: FastifyReply; issues: readonly { instancePath: string; message?: string }[] }) {
  const fields = Object.fromEntries(
    issues.map(({ instancePath, message = '' }) => [instancePath.slice(1).replaceAll('/', '.'), message]).reverse(),
  )
  const message = describeAddressProblem(fields)
  return reply.status(400).send({ error: message, message, code: 'invalid_request', fields } satisfies ApiErrorBody)
}

/** The expected error behind a thrown one; undefined for a fault of the shop. */
export function toAppError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  if (unstorableText.has(error.code)) return new AppError('invalid_request')
  const status = error.statusCode ?? 500
  if (status < 500) return new AppError(frameworkErrors[status as keyof typeof frameworkErrors] ?? 'invalid_request')
  if (isDatabaseDown(error)) return new AppError('unavailable', { retryAfterSeconds: outageRetryAfterSeconds })
  return undefined
}

export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(toBody(new AppError('not_found')))
}

interface ErrorHandling {
  /** names of owners, for an administrator who lacks a right */
  readonly listOwners?: () => Promise<readonly string[]>
}

/** Adds the error handler: expected errors keep their text, faults are logged with the request id and answered without detail. */
export function handleErrors(app: FastifyInstance, { listOwners = async () => [] }: ErrorHandling = {}): void {
  /** Says who can give a right that is missing. */
  async function sendMissingRight(reply: FastifyReply, error: AppError): Promise<FastifyReply> {
    const names = await listOwners().catch(() => [])
    const { message, ...body } = toBody(error)
    const text = names.length === 0 ? message : `${message} Ask an owner: ${names.join(', ')}.`
    return reply.status(error.status).send({ ...body, error: text, message: text } satisfies ApiErrorBody)
  }
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) return sendValidationError({ reply, issues: error.validation })
    const known = toAppError(error)
    if (!known) {
      request.log.error({ err: error }, 'request failed')
      return reply.status(500).send(toBody(new AppError('unexpected')))
    }
    if (known.code === 'right_missing') return sendMissingRight(reply, known)
    if (known.code === 'unavailable') request.log.warn({ err: error }, 'the database did not answer')
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
    return reply.status(known.status).send(toBody(known))
  })
  // Fastify's own reply repeats the URL.
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead || request.url.startsWith(apiBase)) return sendNotFound(request, reply)
    return reply
      .status(405)
      .header('allow', 'GET, HEAD')
      .send(toBody(new AppError('method_not_allowed')))
  })
}
