import { readStoredJson, storeJson } from './stored-json.ts'

interface StoredKey {
  /** the request that the key belongs to, as JSON */
  readonly contents: string
  readonly key: string
}

/** A new idempotency key. crypto.randomUUID exists on https and localhost only. */
export function createKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The idempotency key of a request. Equal contents keep their key over retries and reloads of the tab, so that a request
 * whose answer was lost is not executed twice; changed contents get a new key.
 */
export function getIdempotencyKey({ storageKey, contents }: { storageKey: string; contents: object }): string {
  const json = JSON.stringify(contents)
  const stored = readStoredJson('sessionStorage', storageKey) as Partial<StoredKey> | undefined
  const key = stored?.contents === json && typeof stored.key === 'string' ? stored.key : createKey()
  storeJson('sessionStorage', storageKey, { contents: json, key })
  return key
}

/** After success: the same contents sent again are a new request. */
export function clearIdempotencyKey(storageKey: string): void {
  storeJson('sessionStorage', storageKey, undefined)
}
