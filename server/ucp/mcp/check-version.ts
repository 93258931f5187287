import type { IncomingHttpHeaders } from 'node:http'
import { type McpMessage, mcpVersionKey, mcpVersions } from '#contract/ucp/mcp-requests.ts'
import { McpError } from './mcp-errors.ts'

const [newest] = mcpVersions

const isSupported = (version: unknown): boolean => mcpVersions.some((each) => each === version)

/** Whether a request is of the newest release of the Model Context Protocol. */
export const isOfNewest = ({ headers }: { headers: IncomingHttpHeaders }): boolean => headers['mcp-protocol-version'] === newest

/**
 * Checks the release of the Model Context Protocol that a message names. A message of the newest release must have the headers that repeat its
 * body; earlier ones may name none.
 * @throws McpError 400 for another release, and for a header that differs.
 */
export function checkVersion({ headers, message }: { headers: IncomingHttpHeaders; message: McpMessage }): void {
  const { method, params } = message
  const version = params._meta?.[mcpVersionKey]
  for (const requested of [version, headers['mcp-protocol-version']]) {
    if (requested !== undefined && !isSupported(requested))
      throw new McpError('unsupported_version', 'Unsupported protocol version', { supported: mcpVersions, requested })
  }
  if (version === undefined && !isOfNewest({ headers })) return
  const expected = [
    ['mcp-protocol-version', version],
    ['mcp-method', method],
    ...(method === 'tools/call' ? [['mcp-name', params.name]] : []),
  ] as const
  for (const [name, value] of expected) {
    if (headers[name as string] !== value) throw new McpError('header_mismatch', `The header ${name} is not that of the body.`)
  }
}
