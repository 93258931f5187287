import { LRUCache } from 'lru-cache'

const maxAgeMs = 5_000

interface CachedRead<Value> {
  readonly key: string
  readonly load: () => Promise<Value>
  readonly isWorthCaching: (value: Value) => boolean
  /** the time to live of a value that costs more than others */
  readonly ttlMs?: number
}

/**
 * Caches what costs more the more products there are: totals of long lists and the hits of large searches. Concurrent reads
 * of one key share one load. Short results are not kept, so in a normal shop they are always current; a long one may be
 * `maxAgeMs` old, or as old as the caller allows, unless this process has changed a product since.
 */
export function createListCache() {
  const entries = new LRUCache<string, Promise<unknown>>({ max: 500, ttl: maxAgeMs })

  return {
    get<Value>({ key, load, isWorthCaching, ttlMs = maxAgeMs }: CachedRead<Value>): Promise<Value> {
      const cached = entries.get(key) as Promise<Value> | undefined
      if (cached) return cached
      const loading = load()
      entries.set(key, loading, { ttl: ttlMs })
      const remove = () => {
        if (entries.peek(key) === loading) entries.delete(key)
      }
      loading.then((value) => isWorthCaching(value) || remove(), remove)
      return loading
    },
    /** Called after each change of a product. */
    clear: () => entries.clear(),
  }
}

export type ListCache = ReturnType<typeof createListCache>
