import { sql } from 'kysely'
import { jobSchema } from '../database/job-schema.ts'
import { listMigrations, readMigration } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import { StartupError } from '../kernel/startup-error.ts'

/** As PostgreSQL names it: `{ type: 'function', identity: 'public.f(integer)' }`. */
interface DatabaseObject {
  readonly type: string
  readonly identity: string
}

/** Not created by a migration, or only on servers before PostgreSQL 18. */
const otherIdentities = ['public.kysely_migration', 'public.kysely_migration_lock', 'public.uuidv7()']

/**
 * Deletes the shop of this database when `replace` is true. Throws `StartupError` when the database contains a shop and
 * `replace` is false, and when it holds anything that is not the shop's; with `replace` other schemas are accepted
 * and stay, as do the tables of the job queue.
 */
export async function clearDatabase({ trx, replace }: { trx: Database; replace: boolean }): Promise<void> {
  const objects = await listObjects({ trx, schema: 'public' })
  const executed = await listExecutedMigrations({ trx, objects })
  const own = new Set([...otherIdentities, ...(await listOwnIdentities({ trx, executed }))])
  const schemas = replace ? [] : await listOtherSchemas({ trx, isShop: executed.length > 0 })
  const foreign = [...objects, ...schemas].find(({ identity }) => !own.has(identity))
  if (foreign) {
    const remedy = objects.includes(foreign)
      ? 'Restore into a database of its own.'
      : 'Restore into a database of its own, or add --replace: it deletes the shop in this database, if there is one, and leaves other schemas as they are.'
    throw new StartupError(
      `This database holds ${foreign.type} ${foreign.identity}, which is not the shop's. Nothing was changed. ${remedy}`,
    )
  }
  if (executed.length > 0 && !replace) throw new StartupError('This database already contains a shop. Add --replace to delete it.')
  await dropObjects({ trx, objects })
}

/** All objects of a schema except those of extensions and those that belong to another object, such as the sequence of a column. */
async function listObjects({ trx, schema }: { trx: Database; schema: string }): Promise<DatabaseObject[]> {
  const { rows } = await sql<DatabaseObject>`
    select type, identity from pg_depend object, pg_identify_object(object.classid, object.objid, 0)
    where object.refclassid = 'pg_namespace'::regclass and object.refobjid = ${schema}::regnamespace and object.classid <> 'pg_extension'::regclass
      and not exists (
        select from pg_depend owner where owner.classid = object.classid and owner.objid = object.objid and owner.objsubid = 0
          and owner.deptype in ('e', 'i', 'a')
      )
    order by identity
  `.execute(trx)
  return rows
}

/** The migrations that the shop in this database has run; none when there is no shop. */
async function listExecutedMigrations({ trx, objects }: { trx: Database; objects: readonly DatabaseObject[] }): Promise<string[]> {
  if (!objects.some(({ identity }) => identity === 'public.kysely_migration')) return []
  const known = await listMigrations()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  const executed = rows.map(({ name }) => name).filter((name) => known.includes(name))
  const newer = rows.find(({ name }) => !known.includes(name))
  if (newer && executed.length > 0) {
    throw new StartupError(
      `The shop in this database is of a newer version (${newer.name}). Restore with that version, or into an empty database.`,
    )
  }
  return executed
}

/** What these migrations create: they run in a schema that is rolled back. */
async function listOwnIdentities({ trx, executed }: { trx: Database; executed: readonly string[] }): Promise<string[]> {
  if (executed.length === 0) return []
  const schema = 'shop_comparison'
  await sql`savepoint comparison`.execute(trx)
  await sql`create schema ${sql.ref(schema)}`.execute(trx)
  await sql`set local search_path = ${sql.ref(schema)}, public`.execute(trx)
  for (const name of executed) await sql.raw(await readMigration(name)).execute(trx)
  const objects = await listObjects({ trx, schema })
  await sql`rollback to savepoint comparison`.execute(trx)
  return objects.map(({ identity }) => identity.replaceAll(`${schema}.`, 'public.'))
}

async function listOtherSchemas({ trx, isShop }: { trx: Database; isShop: boolean }): Promise<DatabaseObject[]> {
  const expected = ['public', 'information_schema', ...(isShop ? [jobSchema] : [])]
  const { rows } = await sql<DatabaseObject>`
    select 'schema' as type, nspname as identity from pg_namespace
    where nspname not in (${sql.join(expected)}) and nspname not like 'pg\\_%'
      and not exists (select from pg_depend where classid = 'pg_namespace'::regclass and objid = pg_namespace.oid and deptype = 'e')
    order by nspname
  `.execute(trx)
  return rows
}

/** Without CASCADE: what somebody else built on the shop's tables is not dropped with them. Functions come after the tables whose triggers call them. */
async function dropObjects({ trx, objects }: { trx: Database; objects: readonly DatabaseObject[] }): Promise<void> {
  const types = new Set(['view', 'table', ...objects.map(({ type }) => type)])
  for (const type of types) {
    const identities = objects.filter((object) => object.type === type).map(({ identity }) => identity)
    if (identities.length === 0) continue
    try {
      await sql.raw(`drop ${type} ${identities.join(', ')}`).execute(trx)
    } catch (error) {
      const { code, detail } = error as { code?: string; detail?: string }
      if (code !== '2BP01') throw error
      throw new StartupError(`Something that is not the shop's uses its tables: ${detail}. Nothing was changed. Drop it first.`)
    }
  }
}
