import { LRUCache } from 'lru-cache'

const maxAgeMs = 5_000

interface CachedRead<Value> {
  readonly key: string
  readonly load: () => Promise<Value>
  readonly isWorthCaching: (value: Value) => boolean
  /** the time to live of a value that costs more than others */
  readonly ttlMs?: number
  /** an older value is answered while a new one is loaded */
  readonly servesStale?: boolean
  /** a value from before a change of this process is an older value, too */
  readonly outlivesChanges?: boolean
}

interface Entry {
  readonly value: Promise<unknown>
  /** the number of changes of this process before it was loaded */
  readonly changes: number
}

/**
 * Caches what costs more the more products there are: totals of long lists and the hits of large searches. Concurrent reads
 * of one key share one load. Short results are not kept, so in a normal shop they are always current; a long one may be
 * `maxAgeMs` old, or as old as the caller allows, unless this process has changed a product since. With `servesStale` nobody waits for a
 * value that was asked for before, however old it is.
 */
export function createListCache({ clock = performance }: { clock?: { now(): number } } = {}) {
  const createEntries = (max: number) => new LRUCache<string, Entry>({ max, ttl: maxAgeMs, ttlResolution: 0, perf: clock })
  const dropped = createEntries(500)
  const lasting = createEntries(10)
  let changes = 0

  return {
    get<Value>(read: CachedRead<Value>): Promise<Value> {
      const { key, load, isWorthCaching, ttlMs = maxAgeMs, servesStale = false, outlivesChanges = false } = read
      const entries = outlivesChanges ? lasting : dropped
      const toEntry = (value: Promise<Value>): Entry => ({ value, changes })
      const old = servesStale ? entries.peek(key, { allowStale: true }) : undefined
      const cached = entries.get(key)
      if (cached?.changes === changes) return cached.value as Promise<Value>
      if (old) {
        const value = old.value as Promise<Value>
        const kept = toEntry(value)
        entries.set(key, kept, { ttl: ttlMs })
        const before = changes
        const replace = (loaded: Value) => {
          if (entries.peek(key) !== kept) return
          if (isWorthCaching(loaded)) entries.set(key, { value: Promise.resolve(loaded), changes: before }, { ttl: ttlMs })
          else entries.delete(key)
        }
        void load().then(replace, () => {})
        return value
      }
      const loading = load()
      const entry = toEntry(loading)
      entries.set(key, entry, { ttl: ttlMs })
      const keep = (loaded: Value) => {
        if (!isWorthCaching(loaded)) remove()
      }
      const remove = () => {
        if (entries.peek(key) === entry) entries.delete(key)
      }
      loading.then(keep, remove)
      return loading
    },
    /** Called after each change of a product. */
    clear() {
      dropped.clear()
      changes += 1
    },
  }
}

export type ListCache = ReturnType<typeof createListCache>
