import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type CallName, publicCacheControl } from '#contract/calls.ts'
import { type Contract, contract } from '#contract/contract.ts'
import { apiError, type EndpointSchemas } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'

type Parsed<Name extends CallName, Key extends 'params' | 'query' | 'headers' | 'body'> = Contract[Name] extends {
  readonly [K in Key]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

export interface RouteContext<Name extends CallName> {
  readonly params: Parsed<Name, 'params'>
  readonly query: Parsed<Name, 'query'>
  readonly headers: Parsed<Name, 'headers'>
  readonly body: Parsed<Name, 'body'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answer<Name extends CallName> = Contract[Name]['reply'] extends infer R
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.input<R[Status]> : never }[keyof R]
  : never

/**
 * Serves one call of the contract: its path, its checks, the shape of its answer. The handler returns the body; the
 * status is the one that the contract names.
 */
export function defineRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handle: (ask: RouteContext<Name>) => Promise<Answer<Name>>,
): void {
  const {
    method,
    path,
    who,
    summary,
    params,
    query,
    headers,
    body,
    form,
    reply: replies,
  } = contract[name] as EndpointSchemas & Contract[CallName]
  const [status] = Object.keys(replies)
  app.route({
    method,
    url: path,
    config: { who },
    schema: {
      summary,
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
      return handle({ params, query, headers, body, request, reply })
    },
  })
}

type Words = Readonly<Record<string, string | number | boolean | undefined>>

/** What a page asks while it is rendered, in the words of the call. Throws as the call's handler does. */
export type PageRead = (asked: { request: FastifyRequest; params?: Words; query?: Words }) => Promise<unknown>

/**
 * Serves a call that anyone may make and that only reads what is the same for everybody. A page that is rendered here asks it
 * without the way through the framework: a request, its headers and its hooks, and an answer as text, made only to be read again.
 */
export function defineCachedRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  read: (ask: Pick<RouteContext<Name>, 'params' | 'query'>) => Promise<Answer<Name>>,
): void {
  defineRoute(app, name, async ({ params, query, reply }) => {
    const answer = await read({ params, query })
    reply.header('cache-control', publicCacheControl)
    return answer
  })
  const shapes = contract[name] as EndpointSchemas
  // The same budget as that of the requests that come over the network.
  const count = app.createRateLimit()
  app.pageReads.set(name, async ({ request, params, query }) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw new AppError('too_many_requests', { retryAfterSeconds: counted.ttlInSeconds })
    const asked = { params: readWords({ shape: shapes.params, words: params }), query: readWords({ shape: shapes.query, words: query }) }
    return shapes.reply[200]?.parse(await read(asked as Pick<RouteContext<Name>, 'params' | 'query'>))
  })
}

/** As they would arrive in an address: everything is text, and what is undefined is not there. */
function readWords({ shape, words = {} }: { shape: z.ZodType | undefined; words: Words | undefined }): unknown {
  const texts = Object.entries(words).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const read = shape?.safeParse(Object.fromEntries(texts))
  if (read?.error) throw new AppError('invalid_request')
  return read?.data
}

declare module 'fastify' {
  interface FastifyInstance {
    /** what the shop's own pages may ask without a request, by the name of the call */
    readonly pageReads: Map<string, PageRead>
  }
}
