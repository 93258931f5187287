import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Parts } from '../parts.ts'

/** For whoever starts and stops servers: alive, and able to serve. */
export function serveHealth(app: FastifyInstance, { database }: Pick<Parts, 'database'>): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(database)
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', 5).send({ status: 'waiting for the database' })
    }
  })
}
