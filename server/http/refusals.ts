import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { describeAddressProblem } from '#contract/address.ts'
import type { RefusalBody } from '#contract/endpoint.ts'
import { messages, type RefusalCode } from '#contract/messages.ts'
import { isDatabaseDown } from '../database/is-database-down.ts'
import type { Database } from '../database/tables.ts'
import { createOutages, type Outages } from './outages.ts'

/** An expected no: a status, a code and words for the person. Never logged as an error. */
export class Refused extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  /** seconds, for the Retry-After header */
  readonly retryAfter: number | undefined

  constructor(refusal: { status: number; code: RefusalCode; message?: string; fields?: Record<string, string>; retryAfter?: number }) {
    super(refusal.message ?? messages[refusal.code as keyof typeof messages] ?? messages.unexpected)
    this.status = refusal.status
    this.code = refusal.code
    this.fields = refusal.fields
    this.retryAfter = refusal.retryAfter
  }
}

function writeBody({ code, message, fields }: { code: string; message: string; fields?: Record<string, string> }): RefusalBody {
  return { error: message, message, code, ...(fields ? { fields } : {}) }
}

/** What the framework and its plugins refuse by themselves, in our words. */
const frameworkRefusals: Readonly<Record<number, { code: keyof typeof messages }>> = {
  400: { code: 'invalid_request' },
  404: { code: 'not_found' },
  413: { code: 'too_large' },
  415: { code: 'unsupported_media_type' },
  429: { code: 'too_many_requests' },
}

/** Text that passed the checks but that Postgres cannot hold: a zero byte, half a character. */
const unstorable = new Set(['22021', '22P05'])

/** Seconds after which someone may try again while the database is away. */
const retryAfterOutage = 5

/** What is said of an error: its status, its words, and after how many seconds to try again. */
interface Explained {
  readonly status: number
  readonly body: RefusalBody
  readonly retryAfter?: number | undefined
}

/** Refusals keep their words, faults are logged with the request's id and answered blandly. */
function explain({ error, log, outages }: { error: FastifyError | Refused; log: FastifyBaseLogger; outages: Outages }): Explained {
  if (error instanceof Refused) return { status: error.status, body: writeBody(error), retryAfter: error.retryAfter }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map((issue) => [issue.instancePath.slice(1).replaceAll('/', '.'), issue.message]).reverse(),
    )
    return { status: 400, body: writeBody({ code: 'invalid_request', message: describeAddressProblem(fields), fields }) }
  }
  if (unstorable.has(error.code)) return { status: 400, body: writeBody({ code: 'invalid_request', message: messages.invalid_request }) }
  const status = error.statusCode ?? 500
  if (status < 500) {
    const { code } = frameworkRefusals[status] ?? { code: 'invalid_request' }
    return { status, body: writeBody({ code, message: messages[code] }) }
  }
  if (isDatabaseDown(error)) {
    outages.note(error)
    return { status: 503, body: writeBody({ code: 'unavailable', message: messages.unavailable }), retryAfter: retryAfterOutage }
  }
  log.error({ err: error }, 'request failed')
  return { status: 500, body: writeBody({ code: 'unexpected', message: messages.unexpected }) }
}

export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(writeBody({ code: 'not_found', message: messages.not_found }))
}

/** The one error handler of the whole server. */
export function handleErrors(app: FastifyInstance, { database }: { database: Database }): void {
  const outages = createOutages({ database, log: app.log })
  app.decorate('explainError', ({ error, log }) => explain({ error: error as FastifyError, log, outages }))
  app.setErrorHandler<FastifyError | Refused>((error, request, reply) => {
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
