import { mcpPath, ucpBase } from '#contract/api.ts'
import { capabilities, ucpVersion } from '../protocol/capabilities.ts'

const site = `https://ucp.dev/${ucpVersion}`

interface ProfileParts {
  readonly origin: string
  readonly signingKeys: readonly object[]
  /** the shop can send orders: it has an https address of its own */
  readonly sendsOrders: boolean
}

/**
 * What the shop tells assistants about itself: the address of its calls, what they can do, and the public keys of its own requests. Nothing is
 * paid through the protocol.
 */
export function buildProfile({ origin, signingKeys, sendsOrders }: ProfileParts) {
  const service = { version: ucpVersion, spec: `${site}/specification/overview` }
  const services = [
    { ...service, transport: 'rest', endpoint: origin + ucpBase, schema: `${site}/services/shopping/rest.openapi.json` },
    { ...service, transport: 'mcp', endpoint: origin + mcpPath, schema: `${site}/services/shopping/mcp.openrpc.json` },
  ]
  const offered = Object.entries(capabilities).filter(([name]) => sendsOrders || name !== 'dev.ucp.shopping.order')
  const entries = offered.map(([name, { spec, schema, ...more }]) => [
    name,
    [{ version: ucpVersion, spec: `${site}/${spec}`, schema: `${site}/${schema}`, ...more }],
  ])
  return {
    ucp: {
      version: ucpVersion,
      services: { 'dev.ucp.shopping': services },
      capabilities: Object.fromEntries(entries),
      payment_handlers: {},
    },
    signing_keys: signingKeys,
  }
}
