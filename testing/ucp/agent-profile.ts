import { capabilities, ucpVersion } from '#server/ucp/protocol/capabilities.ts'

interface ProfileParts {
  readonly version?: string
  readonly names?: readonly string[]
  readonly keys?: readonly object[]
  /** where the assistant receives orders */
  readonly orderWebhook?: unknown
}

/** The text of an assistant's profile; by default it supports all that the shop offers. */
export const buildAgentProfile = ({
  version = ucpVersion,
  names = Object.keys(capabilities),
  keys = [],
  orderWebhook,
}: ProfileParts = {}): string => {
  const config = orderWebhook === undefined ? undefined : { webhook_url: orderWebhook }
  const entries = names.map((name) => [name, [{ version, ...(name === 'dev.ucp.shopping.order' && config && { config }) }]])
  return JSON.stringify({
    ucp: { version, services: {}, capabilities: Object.fromEntries(entries), payment_handlers: {} },
    signing_keys: keys,
  })
}
