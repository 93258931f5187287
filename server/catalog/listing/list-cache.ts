import { LRUCache } from 'lru-cache'

const maxAgeMs = 5_000

interface CachedRead<Value> {
  readonly key: string
  readonly load: () => Promise<Value>
  readonly isWorthCaching: (value: Value) => boolean
  /** how long a value is kept, also after changes; undefined: `maxAgeMs`, until the next change of this process */
  readonly lastingMs?: number
}

/**
 * Caches what costs more the more products there are: totals of long lists, the hits of large searches and the groups of filters. Concurrent
 * reads of one key share one load. Short results are not kept, so in a normal shop they are always current.
 */
export function createListCache({ clock = performance }: { clock?: { now(): number } } = {}) {
  const createEntries = (max: number) => new LRUCache<string, Promise<unknown>>({ max, ttl: maxAgeMs, ttlResolution: 0, perf: clock })
  const current = createEntries(500)
  const lasting = createEntries(10)

  return {
    get<Value>({ key, load, isWorthCaching, lastingMs }: CachedRead<Value>): Promise<Value> {
      const entries = lastingMs === undefined ? current : lasting
      const cached = entries.get(key) as Promise<Value> | undefined
      if (cached) return cached
      const loading = load()
      entries.set(key, loading, { ttl: lastingMs ?? maxAgeMs })
      const remove = () => {
        if (entries.peek(key) === loading) entries.delete(key)
      }
      loading.then((value) => {
        if (!isWorthCaching(value)) remove()
      }, remove)
      return loading
    },
    /** Called after each change of a product. */
    clear() {
      current.clear()
    },
  }
}

export type ListCache = ReturnType<typeof createListCache>
