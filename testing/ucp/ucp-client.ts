import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { ucpBase } from '#contract/api.ts'

/** The environment of a test app that assistants may read. */
export const ucpEnvironment = { DEMO: 'on', UCP: 'on', PUBLIC_URL: 'https://shop.example' }

/** The profile of the assistant that the tests send as. */
export const agentProfile = 'https://agent.example/profile.json'

interface UcpRequest {
  readonly body?: InjectOptions['payload']
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends requests of the Universal Commerce Protocol: `send('POST', '/catalog/search', { body: { query: 'shirt' } })`. */
export function createUcpClient({ app }: { app: FastifyInstance }) {
  return (method: 'GET' | 'POST' | 'PUT', path: string, { body, headers }: UcpRequest = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url: ucpBase + path,
      headers: { host: 'shop.example', 'ucp-agent': `profile="${agentProfile}"`, ...headers },
      ...(body !== undefined && { payload: body }),
    })
}
