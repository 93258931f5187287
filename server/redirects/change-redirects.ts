import { sql } from 'kysely'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import type { Redirect } from '#contract/redirects/redirects.ts'
import { countRows } from '../database/count-rows.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { redirectsChannel } from './redirect-cache.ts'
import { createRedirectPlan, formatPathKey, parseNewAddress, parseOldAddress, type Target } from './redirect-rules.ts'

const rowsPerStatement = 5_000

const refuseField = (field: 'from' | 'to', problem: string) => new AppError('invalid_request', { fields: { [field]: problem } })

/** Both addresses of a form. @throws AppError invalid_request with a sentence for the field */
function parseAddresses({ from, to }: { from: string; to: string }): { from: string; target: Target } {
  const [oldAddress, newAddress] = [parseOldAddress(from), parseNewAddress(to)]
  if ('problem' in oldAddress) throw refuseField('from', oldAddress.problem)
  if ('problem' in newAddress) throw refuseField('to', newAddress.problem)
  return { from: oldAddress.value, target: newAddress.value }
}

/** Two changes at the same time could make a chain together, so they wait for each other. */
const lockRedirects = (transaction: Transaction) => sql`select pg_advisory_xact_lock(hashtext('redirects'))`.execute(transaction)

/** A plan with the stored redirects that these ones can form a chain with. */
export async function openPlan({ transaction, redirects }: { transaction: Transaction; redirects: readonly [string, Target][] }) {
  await lockRedirects(transaction)
  const from = redirects.map(([path]) => path)
  const paths = [...new Set([...from, ...redirects.map(([, { toKey }]) => toKey)])]
  const { rows } = await sql<{ from_path: string; to_path: string; to_key: string }>`
    select from_path, to_path, to_key from redirects where from_path = any(${paths}::text[]) or to_key = any(${from}::text[])
  `.execute(transaction)
  return createRedirectPlan(rows.map((row) => [row.from_path, { to: row.to_path, toKey: row.to_key }] as const))
}

/**
 * Writes what a plan has changed, and tells the processes when the transaction is committed.
 * @throws AppError redirects_full
 */
export async function writeChanges({ transaction, changes }: { transaction: Transaction; changes: ReadonlyMap<string, Target> }) {
  if (changes.size === 0) return
  const all = [...changes].map(([from_path, { to, toKey }]) => ({ from_path, to_path: to, to_key: toKey }))
  for (let start = 0; start < all.length; start += rowsPerStatement) {
    const part = all.slice(start, start + rowsPerStatement)
    const columns = [part.map((row) => row.from_path), part.map((row) => row.to_path), part.map((row) => row.to_key)] as const
    await sql`
      insert into redirects (from_path, to_path, to_key) select * from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[])
      on conflict (from_path) do update set to_path = excluded.to_path, to_key = excluded.to_key, version = redirects.version + 1
    `.execute(transaction)
    await sql`delete from missing_paths where path = any(${columns[0]}::text[])`.execute(transaction)
  }
  if ((await countRedirects(transaction)) > redirectLimits.rows) throw new AppError('redirects_full')
  await announce(transaction)
}

async function countRedirects(transaction: Transaction): Promise<number> {
  return countRows(transaction.selectFrom('redirects'))
}

const announce = (transaction: Database | Transaction) => sql`select pg_notify(${redirectsChannel}, '')`.execute(transaction)

async function savePlanned({ transaction, from, target }: { transaction: Transaction; from: string; target: Target }): Promise<void> {
  const plan = await openPlan({ transaction, redirects: [[from, target]] })
  const added = plan.add(from, target)
  if ('problem' in added) throw refuseField('to', added.problem)
  await writeChanges({ transaction, changes: plan.changes() })
}

async function readRedirect({ transaction, from }: { transaction: Transaction; from: string }): Promise<Redirect> {
  const row = await transaction.selectFrom('redirects').selectAll().where('from_path', '=', from).executeTakeFirstOrThrow()
  return presentRedirect(row)
}

export const presentRedirect = (row: {
  id: string
  from_path: string
  to_path: string
  hits: number
  last_hit_at: Date | null
  version: number
}): Redirect => ({
  _id: row.id,
  from: formatPathKey(row.from_path),
  to: row.to_path,
  hits: Number(row.hits),
  lastHitAt: row.last_hit_at?.toISOString() ?? null,
  version: row.version,
})

/**
 * Adds a redirect.
 * @throws AppError invalid_request with a sentence for the field
 * @throws AppError redirect_exists
 * @throws AppError redirects_full
 */
export async function addRedirect({ database, ...typed }: { database: Database; from: string; to: string }): Promise<Redirect> {
  const { from, target } = parseAddresses(typed)
  return inTransaction(database, async (transaction) => {
    await lockRedirects(transaction)
    const existing = await transaction.selectFrom('redirects').select('id').where('from_path', '=', from).executeTakeFirst()
    if (existing) throw new AppError('redirect_exists')
    await savePlanned({ transaction, from, target })
    return readRedirect({ transaction, from })
  })
}

interface RedirectEdit {
  readonly database: Database
  readonly id: string
  readonly version: number
  readonly from: string
  readonly to: string
}

/**
 * Changes a redirect. One whose old address changes loses its count.
 * @throws AppError invalid_request with a sentence for the field
 * @throws AppError redirect_exists, redirect_changed
 */
export async function editRedirect({ database, id, version, ...typed }: RedirectEdit): Promise<Redirect> {
  const { from, target } = parseAddresses(typed)
  return inTransaction(database, async (transaction) => {
    await lockRedirects(transaction)
    const row = isUuid(id) ? await transaction.selectFrom('redirects').selectAll().where('id', '=', id).executeTakeFirst() : undefined
    if (row?.version !== version) throw new AppError('redirect_changed')
    if (from !== row.from_path) {
      const other = await transaction.selectFrom('redirects').select('id').where('from_path', '=', from).executeTakeFirst()
      if (other) throw new AppError('redirect_exists')
      await transaction.deleteFrom('redirects').where('id', '=', id).execute()
    }
    await savePlanned({ transaction, from, target })
    return readRedirect({ transaction, from })
  })
}

/** Deletes a redirect. @throws AppError redirect_changed when it is deleted already */
export async function deleteRedirect({ database, id }: { database: Database; id: string }): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const deleted = isUuid(id) ? await transaction.deleteFrom('redirects').where('id', '=', id).executeTakeFirst() : undefined
    if (!deleted?.numDeletedRows) throw new AppError('redirect_changed')
    await announce(transaction)
  })
}

/**
 * What a page that the owner writes is called now: its former address leads to it, and a redirect from its new one ends. All processes read
 * the addresses of pages again.
 */
export async function changePageAddress({
  transaction,
  from,
  to,
}: {
  transaction: Transaction
  /** undefined: the page has had no other address that is free now */
  from: string | undefined
  /** undefined: the page is not shown any more */
  to: string | undefined
}): Promise<void> {
  await lockRedirects(transaction)
  if (to !== undefined) await transaction.deleteFrom('redirects').where('from_path', '=', to).execute()
  if (from !== undefined && to !== undefined) await addImportedRedirects({ transaction, redirects: [{ from, to }] })
  await announce(transaction)
}

/**
 * Adds the old addresses of imported products and collections, as the last step of the transaction that saves them. A redirect that is
 * there already is kept: an administrator may have changed it. Addresses that cannot be redirected are left out.
 * @throws AppError redirects_full
 */
export async function addImportedRedirects({
  transaction,
  redirects,
}: {
  transaction: Transaction
  /** paths, such as `/products/blue-shirt` and the page of the product */
  redirects: readonly { readonly from: string; readonly to: string }[]
}): Promise<{ added: number; kept: number; refused: number }> {
  const parsed = redirects.flatMap(({ from, to }): [string, Target][] => {
    const [oldAddress, newAddress] = [parseOldAddress(from), parseNewAddress(to)]
    return 'problem' in oldAddress || 'problem' in newAddress ? [] : [[oldAddress.value, newAddress.value]]
  })
  const counts = { added: 0, kept: 0, refused: redirects.length - parsed.length }
  if (parsed.length === 0) return counts
  const plan = await openPlan({ transaction, redirects: parsed })
  for (const [from, target] of parsed) {
    if (plan.has(from)) counts.kept += 1
    else if ('problem' in plan.add(from, target)) counts.refused += 1
    else counts.added += 1
  }
  const changes = plan.changes()
  // A product is imported also when there is no room for its old address.
  if ((await countRedirects(transaction)) + changes.size > redirectLimits.rows) return { ...counts, refused: counts.refused + changes.size }
  await writeChanges({ transaction, changes })
  return counts
}
