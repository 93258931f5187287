import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'

/** For whoever starts and stops servers: alive, and able to serve. */
export function serveHealth(app: FastifyInstance, { healthCheck }: Pick<AppDependencies, 'healthCheck'>): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (await healthCheck.ping()) return { status: 'ready' }
    return reply.status(503).header('retry-after', 5).send({ status: 'waiting for the database' })
  })
}
