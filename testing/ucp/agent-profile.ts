import { capabilities, ucpVersion } from '#server/ucp/capabilities.ts'

interface ProfileParts {
  readonly version?: string
  readonly names?: readonly string[]
  readonly keys?: readonly object[]
}

/** The text of an assistant's profile; by default it supports all that the shop offers. */
export const buildAgentProfile = ({ version = ucpVersion, names = Object.keys(capabilities), keys = [] }: ProfileParts = {}): string =>
  JSON.stringify({
    ucp: { version, services: {}, capabilities: Object.fromEntries(names.map((name) => [name, [{ version }]])), payment_handlers: {} },
    signing_keys: keys,
  })
