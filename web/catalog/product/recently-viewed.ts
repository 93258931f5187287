import { readStoredJson, storeJson } from '../../api/stored-json.ts'

const storageKey = 'recentlyViewed'
const maxIds = 5

/** The ids of the products that were viewed last on this device, the last one first. */
export function readRecentlyViewed(): string[] {
  const stored = readStoredJson('localStorage', storageKey)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, maxIds) : []
}

export function addRecentlyViewed(id: string): void {
  storeJson('localStorage', storageKey, [id, ...readRecentlyViewed().filter((other) => other !== id)].slice(0, maxIds))
}
