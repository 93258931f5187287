import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { publicCacheControl } from '#contract/api.ts'
import { type CallName, type Contract, contract } from '#contract/contract.ts'
import { apiError, type Endpoint, resolveCall } from '#contract/kernel/endpoint.ts'
import { type Right, rightTexts } from '#contract/kernel/rights.ts'

type Parsed<Name extends CallName> = {
  readonly [Key in 'params' | 'query' | 'headers' | 'body']: Contract[Name] extends Readonly<Record<Key, infer S extends z.ZodType>>
    ? z.output<S>
    : undefined
}

type RouteContext<Name extends CallName> = Parsed<Name> & { readonly request: FastifyRequest; readonly reply: FastifyReply }

type Reply<Name extends CallName> = Contract[Name]['reply'] extends infer R
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.input<R[Status]> : never }[keyof R]
  : never

type Handler<Name extends CallName> = (context: RouteContext<Name>) => Promise<Reply<Name>>

const quoteRights = (rights: readonly Right[]): string => rights.map((right) => `“${rightTexts[right].title}”`).join(', ')

/** What an administrator needs for a call, for the documentation of the API. */
function describeRights({ right, furtherRights }: { right: Right; furtherRights: readonly Right[] }): string {
  const further = furtherRights.length === 0 ? '' : ` What goes beyond it needs ${quoteRights(furtherRights)} as well.`
  return `Needs the right ${quoteRights([right])}.${further}`
}

/**
 * Defines the route of one call of the contract: path, checks, shape and status of the reply. The handler returns the body.
 * `cacheable`: anyone may call it, and its reply is the same for everybody. `maxBodyBytes` replaces the limit of all other routes.
 */
export function defineRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handle: Handler<Name>,
  { cacheable = false, maxBodyBytes }: { cacheable?: boolean; maxBodyBytes?: number } = {},
): void {
  const call: Endpoint = contract[name]
  const { method, path, who } = resolveCall(call)
  const { right, furtherRights = [], changes = 'nothing', summary, params, query, headers, body, form, reply: replies } = call
  const [status] = Object.keys(replies)
  app.route({
    method,
    url: path,
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    config: { call: name, who, right, changes, cacheable },
    schema: {
      summary,
      ...(right && right !== 'own' && { security: [{ apiKey: [] }] }),
      ...(right && right !== 'own' && { description: describeRights({ right, furtherRights }) }),
      operationId: name,
      tags: [path.split('/')[1] ?? ''],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(form && { consumes: ['multipart/form-data'] }),
      response: { ...replies, '4xx': apiError, '5xx': apiError },
    },
    handler: async (request, reply) => {
      reply.status(Number(status))
      const { params, query, headers, body } = request as unknown as RouteContext<Name>
      const result = await handle({ params, query, headers, body, request, reply })
      if (cacheable) reply.header('cache-control', publicCacheControl)
      return result
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the call of the contract that this route answers */
    call?: CallName
    /** what a successful reply has changed */
    changes?: NonNullable<Endpoint['changes']>
  }
}
