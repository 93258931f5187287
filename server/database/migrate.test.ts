import { createHash, randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { listMigrations, migrate } from './migrate.ts'

const lastOfBaseline = '0443_shared_addresses.sql'

const { database: anyDatabase } = await createTestApp()

async function createEmptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.ref(name)}`.execute(anyDatabase)
  const database = connectPostgres({ connection: { ...inject('postgres'), database: name }, onIdleError: console.error })
  onTestFinished(() => database.destroy())
  return database
}

test('an older version starts on the schema of a newer one and leaves it as it is', async () => {
  const database = await createEmptyDatabase()
  expect(await migrate({ database })).toEqual({ newerMigrations: [] })
  // A newer version with a further migration and a further step between two states.
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later.sql', ${new Date().toISOString()})`.execute(database)
  await sql`alter table orders add column later text`.execute(database)
  await database.insertInto('order_transitions').values({ from_status: 'Cancelled', to_status: 'Placed' }).execute()
  const readTransitions = () => database.selectFrom('order_transitions').selectAll().orderBy('from_status').orderBy('to_status').execute()
  const before = await readTransitions()
  expect(await migrate({ database })).toEqual({ newerMigrations: ['9999_later.sql'] })
  expect(await readTransitions()).toEqual(before)
})

test('a migration that landed after one with a higher number is run', async () => {
  const database = await createEmptyDatabase()
  const names = await listMigrations()
  // One that needs no other one after the baseline.
  const later = '0500_shopper_notes.sql'
  await migrate({ database, names: [...names.filter((name) => name <= lastOfBaseline), later] })
  await migrate({ database })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('a database from before the baseline is refused and left as it is', async () => {
  const database = await createEmptyDatabase()
  await migrate({ database })
  await sql`delete from kysely_migration where name = ${lastOfBaseline}`.execute(database)
  const reason = `The database is too old for this version: it lacks ${lastOfBaseline}. Start commit 840061a0 of the shop with it once, then this version.`
  await expect(migrate({ database })).rejects.toThrow(new StartupError(reason))
})

test('payments and adjustments of an earlier version get their kind and source', async () => {
  const database = await createEmptyDatabase()
  await migrate({ database, upTo: '0480_lists_by_declared_values.sql' })
  const write = (statement: string) => sql.raw(statement).execute(database)
  const address = `'{"firstName": "Asha", "lastName": "Rao", "phone": "9876543210"}'`
  const orderId = '01900000-0000-7000-8000-000000000001'
  const returnId = '01900000-0000-7000-8000-000000000002'
  // Without the rows that they refer to.
  await write(`
    begin; set local session_replication_role = replica;
    insert into orders (id, number, kind, total_paise, adjustment_paise, delivery_address, exchange_return_id)
      values ('${orderId}', 'OLD-1', 'card', 100, -50, ${address}, '${returnId}');
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, adjustment_paise)
      values ('${orderId}', 1, '${orderId}', 'Tee', 'x', 100, 1, -100);
    insert into order_adjustments (order_id, line, kind, label_code, amount_paise) values
      ('${orderId}', 1, 'discount', 'exchange', -100), ('${orderId}', null, 'fee', 'Way back of the exchange', 50);
    insert into payments (amount_paise, cart_snapshot, delivery_address, fingerprint, hold_ends_at, guest_token_hash, created_at) values
      (100, '[]', ${address}, 'order ${orderId}', now(), null, now()), (100, '[]', ${address}, 'aa', now(), 'x', now() + interval '1 s'),
      (100, '[]', ${address}, 'bb', now(), null, now() + interval '2 s');
    commit`)
  await migrate({ database })
  const sources = await database.selectFrom('order_adjustments').select('source').orderBy('id').execute()
  const kinds = await database.selectFrom('payments').select('kind').orderBy('created_at').execute()
  expect([sources.map(({ source }) => source), kinds.map(({ kind }) => kind)]).toEqual([
    ['exchange', 'exchange_fee'],
    ['order', 'guest', 'cart'],
  ])
})

test('the baseline gives the schema of the migrations that it replaces', async () => {
  const database = await createEmptyDatabase()
  await migrate({ database, upTo: lastOfBaseline })
  const { rows } = await sql<{ object: string }>`
    select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
        pg_get_expr(adbin, adrelid)) as object
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and relname not like 'kysely%'
    union all select concat_ws(' ', 'table', relname, relpersistence, reloptions) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text not like 'kysely%' and conname <> 'payments_void_reason'
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = 'public'
    union all select concat_ws(' ', 'function', proname, pg_get_function_arguments(pg_proc.oid), prosrc, pg_get_function_sqlbody(pg_proc.oid), provolatile)
      from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')
        and proname <> 'uuidv7'
    order by 1
  `.execute(database)
  const lines = rows.map(({ object }) => object).sort()
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex')
  // As the migrations gave it, on PostgreSQL 18.
  expect([lines.length, hash]).toEqual([1755, '5b0032c559baf41abb2e850809f4cd7a1548db24cf831446d5e05ace8ce2ad16'])
})

test('a failed migration is named with its cause, also in a transaction', async () => {
  const database = await createEmptyDatabase()
  await sql`create table products ()`.execute(database)
  const cause = 'Migration 0001_products.sql failed: relation "products" already exists'
  await expect(migrate({ database })).rejects.toThrow(cause)
  await expect(database.transaction().execute((trx) => migrate({ database: trx }))).rejects.toThrow(cause)
})

test('migrations that have landed are neither edited nor removed', async () => {
  const folder = join(import.meta.dirname, 'migrations')
  const file = join(folder, 'checksums.txt')
  const recorded = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  // As written by sha256sum.
  const lines = names.map(async (name) => {
    return `${createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')}  ${name}`
  })
  const current = await Promise.all(lines)
  const changed = recorded.filter((line) => !current.includes(line))
  expect(changed, 'Shops have run these migrations: undo the change and add a new migration.').toEqual([])
  const added = current.filter((line) => !recorded.includes(line))
  if (process.env.CI) {
    expect(added, 'Run this test without CI: it adds these lines to server/database/migrations/checksums.txt. Commit them.').toEqual([])
  }
  await appendFile(file, added.map((line) => `${line}\n`).join(''))
})
