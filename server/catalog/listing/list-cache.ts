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
}

/**
 * Caches what costs more the more products there are: totals of long lists and the hits of large searches. Concurrent reads
 * of one key share one load. Short results are not kept, so in a normal shop they are always current; a long one may be
 * `maxAgeMs` old, or as old as the caller allows, unless this process has changed a product since. With `servesStale` nobody waits for a
 * value that was asked for before, however old it is.
 */
export function createListCache({ clock = performance }: { clock?: { now(): number } } = {}) {
  const entries = new LRUCache<string, Promise<unknown>>({ max: 500, ttl: maxAgeMs, ttlResolution: 0, perf: clock })

  return {
    get<Value>({ key, load, isWorthCaching, ttlMs = maxAgeMs, servesStale = false }: CachedRead<Value>): Promise<Value> {
      const old = servesStale ? (entries.peek(key, { allowStale: true }) as Promise<Value> | undefined) : undefined
      const cached = entries.get(key) as Promise<Value> | undefined
      if (cached) return cached
      if (old) {
        entries.set(key, old, { ttl: ttlMs })
        const replace = (value: Value) => {
          if (entries.peek(key) !== old) return
          if (isWorthCaching(value)) entries.set(key, Promise.resolve(value), { ttl: ttlMs })
          else entries.delete(key)
        }
        void load().then(replace, () => {})
        return old
      }
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
