import type { FastifyInstance } from 'fastify'

/** Liveness and readiness for load balancers and process managers. `ping`: whether the database answers. */
export function addHealthRoutes(app: FastifyInstance, { healthCheck }: { healthCheck: { ping: () => Promise<boolean> } }): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (await healthCheck.ping()) return { status: 'ready' }
    return reply.status(503).header('retry-after', 5).send({ status: 'waiting for the database' })
  })
}
