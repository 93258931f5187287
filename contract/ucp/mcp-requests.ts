import { z } from 'zod'

// The messages of the Model Context Protocol that the shop reads. Members that it does not use are accepted and ignored.

/** Releases of the Model Context Protocol, newest first. Those before the first one begin with `initialize`. */
export const mcpVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const

/** Where a request of the newest release names its release. */
export const mcpVersionKey = 'io.modelcontextprotocol/protocolVersion'

/** A request of JSON-RPC, or without an id a notification. */
export const mcpMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z
    .looseObject({
      _meta: z
        .looseObject({ [mcpVersionKey]: z.unknown() })
        .partial()
        .optional(),
    })
    .default({}),
})
export type McpMessage = z.output<typeof mcpMessage>

export const initializeParams = z.object({ protocolVersion: z.string() })

export const toolCallParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

const meta = z.object({
  'ucp-agent': z.object({ profile: z.string().describe('https address of the profile of the assistant') }),
  'idempotency-key': z
    .string()
    .optional()
    .describe('22 to 255 characters, such as a UUID; the same request with the same key gets the stored answer'),
})

/** The argument `meta` of each tool, as it is described. */
export const toolMeta = { any: meta, withKey: meta.required() }

/** The argument `meta` as it is accepted: the headers of the request can say the same. */
export const acceptedMeta = meta.partial()
