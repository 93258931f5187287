import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { describeAddressProblem } from '#contract/address.ts'
import type { ApiErrorBody } from '#contract/endpoint.ts'
import type { PlainErrorCode } from '#contract/errors.ts'
import { isDatabaseDown } from '../database/is-database-down.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { createOutages, type Outages } from './database-health-log.ts'
import { errorStatus } from './error-status.ts'

function writeBody({
  code,
  message,
  fields,
}: {
  code: string
  message: string
  fields?: Readonly<Record<string, string>> | undefined
}): ApiErrorBody {
  return { error: message, message, code, ...(fields ? { fields } : {}) }
}

/** What the framework and its plugins refuse by themselves, in our words. */
const frameworkErrors: Readonly<Record<number, PlainErrorCode | 'too_many_requests'>> = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
}

/** Text that passed the checks but that Postgres cannot hold: a zero byte, half a character. */
const unstorable = new Set(['22021', '22P05'])

/** Seconds after which someone may try again while the database is away. */
const retryAfterOutage = 5

/** What is said of an error: its status, its words, and after how many seconds to try again. */
interface Explained {
  readonly status: number
  readonly body: ApiErrorBody
  readonly retryAfter?: number | undefined
}

/** Refusals keep their words, faults are logged with the request's id and answered blandly. */
function explain({ error, log, outages }: { error: FastifyError | AppError; log: FastifyBaseLogger; outages: Outages }): Explained {
  if (error instanceof AppError) return { status: errorStatus[error.code], body: writeBody(error), retryAfter: error.retryAfterSeconds }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map((issue) => [issue.instancePath.slice(1).replaceAll('/', '.'), issue.message]).reverse(),
    )
    return { status: 400, body: writeBody({ code: 'invalid_request', message: describeAddressProblem(fields), fields }) }
  }
  if (unstorable.has(error.code)) return { status: 400, body: writeBody(new AppError('invalid_request')) }
  const status = error.statusCode ?? 500
  if (status < 500) {
    return { status, body: writeBody(new AppError(frameworkErrors[status] ?? 'invalid_request')) }
  }
  if (isDatabaseDown(error)) {
    outages.note(error)
    return { status: 503, body: writeBody(new AppError('unavailable')), retryAfter: retryAfterOutage }
  }
  log.error({ err: error }, 'request failed')
  return { status: 500, body: writeBody(new AppError('unexpected')) }
}

export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(writeBody(new AppError('not_found')))
}

/** The one error handler of the whole server. */
export function handleErrors(app: FastifyInstance, { database }: { database: Database }): void {
  const outages = createOutages({ database, log: app.log })
  app.decorate('explainError', ({ error, log }) => explain({ error: error as FastifyError, log, outages }))
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const { status, body, retryAfter } = app.explainError({ error, log: request.log })
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.status(status).send(body)
  })
  // The framework's own answer repeats the address, also to the log.
  app.setNotFoundHandler(answerUnknownPath)
  app.addHook('onClose', async () => outages.close())
}

declare module 'fastify' {
  interface FastifyInstance {
    explainError(met: { error: unknown; log: FastifyBaseLogger }): Explained
  }
}
