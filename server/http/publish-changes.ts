import type { FastifyInstance } from 'fastify'

/** Whether a call has changed nothing: a fault may have come after its commit. */
const isRejected = (status: number): boolean => status >= 400 && status < 500

/** Announces what a call has changed before its reply is sent, so that the caller's next request sees it. */
export function publishChanges(api: FastifyInstance, { publish }: { publish: () => void }): void {
  api.addHook('onSend', (request, reply, _payload, done) => {
    if (!isRejected(reply.statusCode) && request.routeOptions.config.changes === 'products') publish()
    done()
  })
}
