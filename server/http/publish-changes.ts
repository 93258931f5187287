import type { FastifyInstance } from 'fastify'
import type { ChangedStock } from '../database/product-changes.ts'

/** Whether a call has changed nothing: a fault may have come after its commit. */
const isRejected = (status: number): boolean => status >= 400 && status < 500

/** Announces what a call has changed before its reply is sent, so that the caller's next request sees it. */
export function publishChanges(api: FastifyInstance, { publish }: { publish: (changed?: ChangedStock) => void }): void {
  api.decorateRequest('changedStock', undefined)
  api.addHook('onSend', (request, reply, _payload, done) => {
    if (!isRejected(reply.statusCode) && request.routeOptions.config.changes === 'products') publish(request.changedStock)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** set by a handler that has changed nothing but the stock of these products, none of which is sold out by it */
    changedStock: ChangedStock
  }
}
