import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { mcpPath } from '#contract/api.ts'
import { agentProfile } from './ucp-client.ts'

interface McpRequest {
  readonly app: FastifyInstance
}

/** Sends messages of the Model Context Protocol: `call('search_catalog', { catalog: { query: 'shirt' } })`. */
export function createMcpClient({ app }: McpRequest) {
  const post = (payload: object | string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: mcpPath,
      headers: { host: 'shop.example', 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      payload,
    })
  const send = (method: string, params?: object, headers?: Readonly<Record<string, string>>) =>
    post({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, headers)
  return {
    post,
    send,
    call: (name: string, given: object = {}, meta: object = {}) =>
      send('tools/call', { name, arguments: { meta: { 'ucp-agent': { profile: agentProfile }, ...meta }, ...given } }),
  }
}
