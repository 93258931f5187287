import DataLoader from 'dataloader'
import type { Database } from './schema.ts'

/** Keys that one statement asks for; more than a process usually has under way. */
const mostTogether = 100

/**
 * Makes, of a way to read many, a way to read one: what is asked for in the same turn of the event loop goes to the
 * database together. Nothing is kept. `read` gives a value for each key, in their order; when it fails, all who asked fail.
 */
export function readTogether<Key, Value>(
  read: (asked: { database: Database; keys: readonly Key[] }) => Promise<Value[]>,
): (asked: { database: Database; key: Key }) => Promise<Value> {
  const loaders = new WeakMap<Database, DataLoader<Key, Value>>()
  return ({ database, key }) => {
    const loader =
      loaders.get(database) ??
      new DataLoader<Key, Value>((keys) => read({ database, keys }), {
        cache: false,
        maxBatchSize: mostTogether,
        batchScheduleFn: (ask) => void setImmediate(ask),
      })
    loaders.set(database, loader)
    return loader.load(key)
  }
}
