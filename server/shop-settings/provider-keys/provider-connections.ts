import type { EnteredProvider } from '#contract/settings/provider-keys.ts'

/** A test of keys that failed, in a sentence for the owner. */
export class ProviderKeysError extends Error {}

/** The accounts at providers that this process uses. */
export interface ProviderConnections {
  /** Reads the entered keys again. */
  load(): Promise<void>
  /** Signs in with the keys in use. @throws ProviderKeysError */
  test(provider: EnteredProvider): Promise<void>
}
