import { sql } from 'kysely'
import { z } from 'zod'
import { formatRupees, paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../database/schema.ts'

/** Totals that must be the same before a backup and after its restore. The names are part of the file format. */
const totals = z.object({
  orders: z.int(),
  /** sum of all orders, in paise */
  ordered: z.int(),
  paid: z.int(),
  products: z.int(),
  /** items in stock */
  pieces: z.int(),
  users: z.int(),
  /** products whose stock differs from the sum of its movements */
  drifts: z.int(),
})
export type Totals = z.infer<typeof totals>

/** The manifest is the last file of a backup and describes all others. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** names of the migrations that the database had run */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** by file name: size and hex SHA-256 of the content */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
  totals,
})
export type Manifest = z.infer<typeof manifestSchema>

/** File names inside a backup. */
export const manifestFile = 'manifest.json'
export const secretFile = 'secret'
export const tableFile = { name: (table: string, part: number) => `tables/${table}/${part}`, pattern: /^tables\/(?<table>\w+)\/\d+$/ }
export const imageFile = { name: (imageKey: string) => `pictures/${imageKey}.webp`, pattern: /^pictures\/(?<imageKey>[\w-]+)\.webp$/ }

/** Call it in a transaction that sees one snapshot. */
export async function readTotals({ trx }: { trx: Database }): Promise<Totals> {
  // Reads only what the databases of all versions have.
  const { rows } = await sql<Totals>`
    select (select count(*) from orders) as orders,
      (select coalesce(sum(total_paise), 0)::bigint from orders) as ordered,
      (select coalesce(sum(paid_paise), 0)::bigint from orders) as paid,
      (select count(*) from products) as products,
      (select coalesce(sum(stock), 0)::bigint from products) as pieces,
      (select count(*) from users) as users,
      (select count(*) from products where stock <> (select coalesce(sum(change), 0) from stock_movements where product_id = products.id)) as drifts
  `.execute(trx)
  return rows[0] as Totals
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A summary for the owner, such as "1 order over ₹499, 40 products with 1200 items, 2 users". */
export function formatTotals({ orders, ordered, products, pieces, users }: Totals): string {
  const revenue = formatRupees(toRupees(paise(ordered)))
  const stock = `${formatCount(products, 'product')} with ${formatCount(pieces, 'item')}`
  return `${formatCount(orders, 'order')} over ${revenue}, ${stock}, ${formatCount(users, 'user')}`
}
