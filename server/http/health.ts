import type { FastifyInstance } from 'fastify'

interface HealthOptions {
  /** `ping`: whether the database answers */
  readonly healthCheck: { readonly ping: () => Promise<boolean> }
  /** aborted when the server is about to end */
  readonly stopping?: AbortSignal | undefined
}

/** Liveness and readiness for load balancers and process managers. */
export function addHealthRoutes(app: FastifyInstance, { healthCheck, stopping }: HealthOptions): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (stopping?.aborted) return reply.status(503).header('retry-after', 5).send({ status: 'stopping' })
    if (await healthCheck.ping()) return { status: 'ready' }
    return reply.status(503).header('retry-after', 5).send({ status: 'waiting for the database' })
  })
}
