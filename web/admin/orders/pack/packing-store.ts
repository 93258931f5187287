import { createKey } from '../../../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { noProgress, type Progress } from './packing-progress.ts'

const storageKey = 'packing'

/** What the tab remembers over reloads. */
export interface PackingStore {
  /** names the tab at the server */
  readonly packer: string
  /** the id of the order at hand */
  readonly current: string | undefined
  /** ids of orders that come at the end, in their order */
  readonly later: readonly string[]
  readonly progress: Readonly<Record<string, Progress>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const toCounts = (value: unknown): Record<string, number> =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, number] => Number.isInteger(entry[1])))

/** What the tab has stored; a new identifier in a new tab. */
export function readPackingStore(): PackingStore {
  const stored = readStoredJson('sessionStorage', storageKey)
  const { packer, current, later, progress } = isObject(stored) ? stored : ({} as Record<string, unknown>)
  const read: PackingStore = {
    packer: typeof packer === 'string' && /^[\w-]{16,64}$/.test(packer) ? packer : createKey(),
    current: typeof current === 'string' ? current : undefined,
    later: Array.isArray(later) ? later.filter((id) => typeof id === 'string') : [],
    progress: Object.fromEntries(
      Object.entries(isObject(progress) ? progress : {}).map(([id, value]) => [
        id,
        isObject(value) ? { ticked: toCounts(value.ticked), missing: toCounts(value.missing) } : noProgress,
      ]),
    ),
  }
  if (read.packer !== packer) writePackingStore(read)
  return read
}

export const writePackingStore = (store: PackingStore): void => void storeJson('sessionStorage', storageKey, store)
