import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { storeEvent } from './events.ts'
import type { Gateway } from './gateway.ts'

/**
 * POST /payments/:provider/webhook. Stores the event, answers, and processes it afterwards. When the database fails the
 * answer is a 5xx, and the provider sends the event again.
 */
export function webhookRoutes(
  api: FastifyInstance,
  { database, gateway, requestPaymentWork }: { database: Database; gateway: Gateway; requestPaymentWork: () => void },
): void {
  api.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // No rate limit, because all events of a busy day may come from one IP. Unsigned calls are rejected before any query.
    const options = { schema: { hide: true }, config: { rateLimit: false as const } }
    scope.post(`/payments/${gateway.provider}/webhook`, options, async ({ headers, body }) => {
      const event = Buffer.isBuffer(body) ? gateway.parseWebhook({ headers, body }) : undefined
      if (!event) throw new AppError('invalid_request')
      await storeEvent({ database, event })
      requestPaymentWork()
      return { status: 'kept' }
    })
  })
}
