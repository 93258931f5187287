import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { readDrift } from '../inventory/ledger.ts'

/** What a shop comes to: the same before a backup and after its restore. */
const totals = z.object({
  orders: z.int(),
  /** paise */
  ordered: z.int(),
  paid: z.int(),
  products: z.int(),
  pieces: z.int(),
  users: z.int(),
  /** products whose stock is not what its movements come to */
  drifts: z.int(),
})
export type Totals = z.infer<typeof totals>

/** The last file in a backup: what the others must be. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** that had shaped the database */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** by the name of the file: its size and the hex SHA-256 of its content */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
  totals,
})
export type Manifest = z.infer<typeof manifestSchema>

/** Names inside a backup. */
export const manifestFile = 'manifest.json'
export const secretFile = 'secret'
export const tableFile = { name: (table: string, part: number) => `tables/${table}/${part}`, pattern: /^tables\/(?<table>\w+)\/\d+$/ }
export const pictureFile = { name: (imageKey: string) => `pictures/${imageKey}.webp`, pattern: /^pictures\/(?<imageKey>[\w-]+)\.webp$/ }

/** In a transaction that sees one moment. */
export async function readTotals({ trx }: { trx: Database }): Promise<Totals> {
  const { rows } = await sql<Omit<Totals, 'drifts'>>`
    select (select count(*) from orders) as orders,
      (select coalesce(sum(total_paise), 0)::bigint from orders) as ordered,
      (select coalesce(sum(paid_paise), 0)::bigint from orders) as paid,
      (select count(*) from products) as products,
      (select coalesce(sum(stock), 0)::bigint from products) as pieces,
      (select count(*) from users) as users
  `.execute(trx)
  const { drifts } = await readDrift({ trx })
  return { ...(rows[0] as Omit<Totals, 'drifts'>), drifts: drifts.length }
}
