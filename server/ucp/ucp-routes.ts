import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { addApiSecurityHeaders } from '../http/security-headers.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { createAgentProfiles, type FetchProfile } from './agents/agent-profiles.ts'
import { createRequestCounter } from './agents/count-requests.ts'
import { type CatalogDependencies, catalogRoutes } from './catalog/catalog-routes.ts'
import { handleUcpErrors } from './http/handle-ucp-errors.ts'
import { identifyAgents } from './http/identify-agents.ts'
import { limitAgents } from './http/limit-agents.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import type { SessionDependencies } from './sessions/change-sessions.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

interface UcpDependencies extends CatalogDependencies, SessionDependencies {
  readonly settings: Settings
  readonly database: Database
  readonly fetchProfile: FetchProfile
}

/** The calls of the Universal Commerce Protocol, below `ucpBase`. */
export async function ucpRoutes(app: FastifyInstance, dependencies: UcpDependencies): Promise<void> {
  const { settings, database, fetchProfile } = dependencies
  app.decorate('ucpTools', [])
  addApiSecurityHeaders(app, settings)
  handleUcpErrors(app, { settings })
  const nameAgent = await limitAgents(app, { settings })
  const counter = createRequestCounter({
    database,
    onError: (error) => app.log.warn({ err: error }, 'requests of assistants were not counted'),
  })
  app.addHook('onClose', () => counter.close())
  const agentProfiles = createAgentProfiles({ fetchProfile, factor: settings.LIMITS_FACTOR })
  const checks = identifyAgents(app, { settings, agentProfiles, countRequest: counter.count })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('cache-control', 'private, no-store')
    done(null, payload)
  })
  // Routes, because the pages have a route for every path.
  for (const path of ['/', '/*']) {
    app.all(path, { schema: { hide: true } }, async () => {
      throw new AppError('not_found')
    })
  }
  catalogRoutes(app, dependencies)
  sessionRoutes(app, dependencies)
  orderRoutes(app, dependencies)
  await app.register(async (mcp) => mcpRoutes(mcp, { ...dependencies, nameAgent, checks }))
}
