import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AgentProfile } from '../agents/agent-profiles.ts'
import type { Agent } from '../agents/read-agent.ts'
import { buildEnvelope, type CapabilityName } from '../protocol/capabilities.ts'

/** What a request of the protocol calls. */
export interface UcpCall {
  /** the capability, then the extensions whose fields the reply may have */
  readonly capabilities: readonly [CapabilityName, ...CapabilityName[]]
  /** whether the agent must prove by a signature who it is */
  readonly needsSignature: boolean
}

/** A call as a tool of the Model Context Protocol. */
export interface UcpTool extends UcpCall {
  readonly name: string
  readonly description: string
  /** it changes nothing */
  readonly isRead: boolean
  /** a request without an idempotency key is refused */
  readonly needsKey: boolean
  /** the arguments beside `meta` */
  readonly input: z.ZodObject
  /** Returns the same reply as the route. */
  readonly answer: (call: {
    readonly input: Readonly<Record<string, unknown>>
    readonly request: FastifyRequest
    readonly idempotencyKey: string | undefined
  }) => Promise<object>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** what the route calls */
    ucpCall?: UcpCall
    /** the body names the agent and the call */
    namesAgentInBody?: boolean
  }
  interface FastifyInstance {
    /** the calls of the protocol, in the order of their definition */
    ucpTools: UcpTool[]
  }
  interface FastifyRequest {
    /** who sends a request of the protocol; null in other requests */
    ucpAgent: Agent | null
    /** what this agent supports */
    ucpProfile: AgentProfile | null
    /** what the request calls; null for an unknown path */
    ucpCall: UcpCall | null
  }
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface UcpRoute<Params extends z.ZodObject | undefined, Body extends z.ZodType | undefined> extends Pick<UcpCall, 'capabilities'> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** below `ucpBase` */
  readonly path: `/${string}`
  /** how the Model Context Protocol names the call and its body, which is `catalog`, `cart` or `checkout` */
  readonly tool: Pick<UcpTool, 'name' | 'description'> & Partial<Pick<UcpTool, 'needsKey'>> & { readonly argument?: string }
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
    readonly idempotencyKey: string | readonly string[] | undefined
    readonly request: FastifyRequest
  }) => Promise<object>
}

/** The agent of a request that the hooks of the protocol have checked. */
function requireAgent({ ucpAgent }: FastifyRequest): Agent {
  if (!ucpAgent) throw new Error('The request did not pass the hooks of the protocol.')
  return ucpAgent
}

/** The capabilities of a call that the agent of the request has too. */
export const listSharedCapabilities = ({ ucpCall, ucpProfile }: FastifyRequest): CapabilityName[] =>
  (ucpCall?.capabilities ?? []).filter((name) => ucpProfile?.capabilities.has(name))

/** Defines a call of the Universal Commerce Protocol, as a route and as a tool: checks of the request, and the part `ucp` of the reply. */
export function defineUcpRoute<Params extends z.ZodObject | undefined = undefined, Body extends z.ZodType | undefined = undefined>(
  app: FastifyInstance,
  route: UcpRoute<Params, Body>,
): void {
  const { method, path, capabilities, tool, needsSignature = false, envelope = {}, params, body, status = 200, handle } = route
  const { argument = '', ...named } = tool

  async function answer(context: Omit<Parameters<typeof handle>[0], 'agent'>): Promise<object> {
    const { request } = context
    const result = await handle({ ...context, agent: requireAgent(request) })
    return { ucp: { ...buildEnvelope({ names: listSharedCapabilities(request) }), ...envelope }, ...result }
  }

  app.ucpTools.push({
    needsKey: false,
    ...named,
    capabilities,
    needsSignature,
    isRead: method === 'GET' || argument === 'catalog',
    input: z.object({ ...params?.shape, ...(body && { [argument]: body }) }),
    answer: ({ input, ...call }) => answer({ ...call, params: input as Output<Params>, body: input[argument] as Output<Body> }),
  })
  app.route({
    method,
    url: path,
    config: { ucpCall: { capabilities, needsSignature } },
    schema: { ...(params && { params }), ...(body && { body }) },
    handler: async (request, reply) => {
      const context = { params: request.params as Output<Params>, body: request.body as Output<Body> }
      const result = await answer({ ...context, request, idempotencyKey: request.headers['idempotency-key'] })
      reply.status(status)
      return result
    },
  })
}
