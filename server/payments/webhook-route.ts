import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { storeEvent } from './events.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentWorker } from './run-payment-maintenance.ts'

/**
 * POST /payments/razorpay/webhook. The signature is over the bytes as they came, so they are not parsed before; the
 * message is kept, answered at once, and worked on afterwards. A database that fails answers 5xx, and it comes again.
 */
export function webhookRoute(
  api: FastifyInstance,
  { database, gateway, worker }: { database: Database; gateway: Gateway; worker: PaymentWorker },
): void {
  api.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // All of a busy day's come from one address; what is not signed is refused before it costs anything.
    raw.post('/payments/razorpay/webhook', { schema: { hide: true }, config: { rateLimit: false } }, async (request, reply) => {
      const signature = request.headers['x-razorpay-signature']
      const eventId = request.headers['x-razorpay-event-id']
      const body = request.body
      const signed = typeof signature === 'string' && Buffer.isBuffer(body) && gateway.isWebhookSigned({ body, signature })
      if (!signed || typeof eventId !== 'string' || eventId.length > 200) throw new AppError('invalid_request')
      if (!(await storeEvent({ database, eventId, body }))) throw new AppError('invalid_request')
      reply.raw.once('finish', () => worker.start())
      return { status: 'kept' }
    })
  })
}
