import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Processes that cache products listen to this channel of the database. */
export const productsChannel = 'products_changed'

/** Least time between two notifications of one process: each one makes commits wait for each other. */
const intervalMs = 1_000

/**
 * Announces that stock or products have changed: at once to this process (`invalidate`), to the others through the database, at most
 * once a second. A notification that fails is not repeated; cached entries expire within seconds anyway.
 */
export function createProductChanges({ database, invalidate = () => {} }: { database: Database; invalidate?: () => void }) {
  let waiting: NodeJS.Timeout | undefined
  let isDue = false

  function notify(): void {
    isDue = false
    waiting = setTimeout(() => {
      waiting = undefined
      if (isDue) notify()
    }, intervalMs).unref()
    void sql`select pg_notify(${productsChannel}, '')`.execute(database).catch(() => {})
  }

  return {
    publish(): void {
      invalidate()
      if (waiting) isDue = true
      else notify()
    },
  }
}

export type ProductChanges = ReturnType<typeof createProductChanges>
