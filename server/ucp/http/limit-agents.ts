import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readClientIp, readClientIpRange } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { readAgent } from '../read-agent.ts'

/** An assistant asks for many shoppers from few addresses. */
const maxRequestsPerMinute = 600
/** Of one agent from one network. Its name alone is no key: anyone can send it. */
const maxAgentRequestsPerMinute = 1_800

const toLimitError = ({ ttl }: { ttl: number }) => new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) })

/** Limits requests per IP address, then reads who sends them, and limits each agent in its network. */
export async function limitAgents(app: FastifyInstance, { settings }: { settings: Pick<Settings, 'LIMITS_FACTOR'> }): Promise<void> {
  const { LIMITS_FACTOR: factor } = settings
  app.decorateRequest('ucpAgent', null)
  await app.register(rateLimit, {
    max: Math.ceil(maxRequestsPerMinute * factor),
    timeWindow: '1 minute',
    keyGenerator: readClientIp,
    errorResponseBuilder: (_request, limit) => toLimitError(limit),
  })
  const countAgent = app.createRateLimit({
    max: Math.ceil(maxAgentRequestsPerMinute * factor),
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => `${request.ucpAgent?.name} ${readClientIpRange(request)}`,
  })
  app.addHook('onRequest', async (request) => {
    request.ucpAgent = readAgent(request.headers['ucp-agent'])
    const limit = await countAgent(request)
    if (!limit.isAllowed && limit.isExceeded) throw toLimitError(limit)
  })
}
