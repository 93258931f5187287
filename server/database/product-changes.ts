import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Processes that cache products listen to this channel of the database. A notification names the changed products; none: any. */
export const productsChannel = 'products_changed'

/** Least time between two notifications of one process: each one makes commits wait for each other. */
const intervalMs = 1_000

/** A notification has at most 8,000 bytes. */
const maxNamedProducts = 200

/** The products of which only the stock has changed, and stayed above 0. Undefined: lists and any product may show something else. */
export type ChangedStock = readonly string[] | undefined

/** The content of a notification. */
export const parseProductsPayload = (payload: string | undefined): ChangedStock => (payload ? payload.split(',') : undefined)

function joinChanges(one: ChangedStock, other: ChangedStock): ChangedStock {
  if (one === undefined || other === undefined) return undefined
  const joined = new Set([...one, ...other])
  return joined.size > maxNamedProducts ? undefined : [...joined]
}

interface ProductChangesOptions {
  readonly database: Database
  readonly invalidate?: (changed?: ChangedStock) => void
}

/**
 * Announces that stock or products have changed: at once to this process (`invalidate`), to the others through the database, at most
 * once a second. A notification that fails is not repeated; cached entries expire within seconds anyway.
 */
export function createProductChanges({ database, invalidate = () => {} }: ProductChangesOptions) {
  let waiting: NodeJS.Timeout | undefined
  /** what is to be announced after the interval */
  let due: { readonly changed: ChangedStock } | undefined

  function notify(changed: ChangedStock): void {
    due = undefined
    waiting = setTimeout(() => {
      waiting = undefined
      if (due) notify(due.changed)
    }, intervalMs).unref()
    void sql`select pg_notify(${productsChannel}, ${changed?.join(',') ?? ''})`.execute(database).catch(() => {})
  }

  return {
    /** `changed`: the products, when nothing but their stock has changed */
    publish(changed?: ChangedStock): void {
      invalidate(changed)
      if (waiting) due = { changed: due ? joinChanges(due.changed, changed) : changed }
      else notify(changed)
    },
  }
}

export type ProductChanges = ReturnType<typeof createProductChanges>
