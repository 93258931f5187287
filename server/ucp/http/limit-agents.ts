import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readClientIp, readClientIpRange } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { readProfileUrl, toAgent } from '../agents/read-agent.ts'

/** Requests of a minute from one IP address. An assistant asks for many shoppers from few addresses. */
const maxOfAddress = 600
/** Requests of a minute of one agent from one network. Its name alone is no key: anyone can send it. */
const maxOfAgent = 1_800

/** Says who sends a request, by the address of its profile. */
export type NameAgent = (request: FastifyRequest, profileUrl: string | undefined) => Promise<void>

/** Limits requests per IP address, then reads who sends them, and limits each agent in its network. */
export async function limitAgents(
  app: FastifyInstance,
  { settings }: { settings: Pick<Settings, 'LIMITS_FACTOR' | 'UCP_LOCAL_AGENTS'> },
): Promise<NameAgent> {
  app.decorateRequest('ucpAgent', null)
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' })

  function createLimit({ max, keyGenerator }: { max: number; keyGenerator: (request: FastifyRequest) => string }) {
    const count = app.createRateLimit({ max: Math.ceil(max * settings.LIMITS_FACTOR), keyGenerator })
    return async (request: FastifyRequest): Promise<void> => {
      const limit = await count(request)
      const isExceeded = !limit.isAllowed && limit.isExceeded
      if (isExceeded) throw new AppError('too_many_requests', { retryAfterSeconds: limit.ttlInSeconds })
    }
  }

  const countAddress = createLimit({ max: maxOfAddress, keyGenerator: readClientIp })
  const countAgent = createLimit({
    max: maxOfAgent,
    keyGenerator: (request) => `${request.ucpAgent?.name} ${readClientIpRange(request)}`,
  })
  const nameAgent: NameAgent = async (request, profileUrl) => {
    request.ucpAgent = toAgent({ profileUrl, allowsLocal: settings.UCP_LOCAL_AGENTS })
    await countAgent(request)
  }
  app.addHook('onRequest', async (request) => {
    await countAddress(request)
    if (!request.routeOptions.config.namesAgentInBody) await nameAgent(request, readProfileUrl(request.headers['ucp-agent']))
  })
  return nameAgent
}
