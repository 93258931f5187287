import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AgentProfile } from '../agents/agent-profiles.ts'
import { buildEnvelope, type CapabilityName } from '../capabilities.ts'
import type { Agent } from '../read-agent.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** of the protocol, to which the replies of this route belong */
    capabilities?: readonly CapabilityName[]
    /** whether the agent of a request must prove by a signature who it is */
    needsSignature?: boolean
  }
  interface FastifyRequest {
    /** who sends a request of the protocol; null in other requests */
    ucpAgent: Agent | null
    /** what this agent supports */
    ucpProfile: AgentProfile | null
  }
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface UcpRoute<Params extends z.ZodObject | undefined, Body extends z.ZodType | undefined> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** below `ucpBase` */
  readonly path: `/${string}`
  /** the capability, then the extensions whose fields the reply may have */
  readonly capabilities: readonly [CapabilityName, ...CapabilityName[]]
  /** for what only this agent may read: a request without a signature is refused */
  readonly needsSignature?: boolean
  /** further members of `ucp` in the reply, such as `payment_handlers` of a checkout */
  readonly envelope?: Readonly<Record<string, unknown>>
  readonly params?: Params
  readonly body?: Body
  /** of the reply; 200 by default */
  readonly status?: 200 | 201
  /** Returns the reply without its part `ucp`. */
  readonly handle: (context: {
    readonly params: Output<Params>
    readonly body: Output<Body>
    readonly agent: Agent
    readonly request: FastifyRequest
    readonly reply: FastifyReply
  }) => Promise<object>
}

/** The agent of a request that the hooks of the protocol have checked. */
function requireAgent({ ucpAgent }: FastifyRequest): Agent {
  if (!ucpAgent) throw new Error('The request did not pass the hooks of the protocol.')
  return ucpAgent
}

/** Defines a route of the Universal Commerce Protocol: checks of the request, and the part `ucp` of the reply. */
export function defineUcpRoute<Params extends z.ZodObject | undefined = undefined, Body extends z.ZodType | undefined = undefined>(
  app: FastifyInstance,
  route: UcpRoute<Params, Body>,
): void {
  const { method, path, capabilities, needsSignature = false, envelope = {}, params, body, status = 200, handle } = route
  app.route({
    method,
    url: path,
    config: { capabilities, needsSignature },
    schema: { ...(params && { params }), ...(body && { body }) },
    handler: async (request, reply) => {
      const context = { params: request.params as Output<Params>, body: request.body as Output<Body> }
      const result = await handle({ ...context, agent: requireAgent(request), request, reply })
      reply.status(status)
      const names = capabilities.filter((name) => request.ucpProfile?.capabilities.has(name))
      return { ucp: { ...buildEnvelope({ names }), ...envelope }, ...result }
    },
  })
}
