import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallName } from '#contract/calls.ts'
import { type Contract, contract } from '#contract/contract.ts'
import { refusal, type Shapes } from '#contract/endpoint.ts'

type Parsed<Name extends CallName, Key extends 'params' | 'query' | 'headers' | 'body'> = Contract[Name] extends {
  readonly [K in Key]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

export interface Ask<Name extends CallName> {
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
export function serve<Name extends CallName>(app: FastifyInstance, name: Name, handle: (ask: Ask<Name>) => Promise<Answer<Name>>): void {
  const { method, path, who, summary, params, query, headers, body, form, reply: replies } = contract[name] as Shapes & Contract[CallName]
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
      response: { ...replies, '4xx': refusal, '5xx': refusal },
    },
    handler: async (request, reply) => {
      reply.status(Number(status))
      const { params, query, headers, body } = request as unknown as Ask<Name>
      return handle({ params, query, headers, body, request, reply })
    },
  })
}
