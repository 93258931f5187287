import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { listMigrations } from '../database/migrate.ts'
import { connectPostgres } from './postgres.ts'
import { migrateDatabase } from './with-database.ts'

const { connection, database } = await createTestApp()

test('migrations run without a timeout', async () => {
  const empty = { ...connection, database: `slow_${randomUUID().replaceAll('-', '')}` }
  await sql`create database ${sql.ref(empty.database)}`.execute(database)
  await sql`alter database ${sql.ref(empty.database)} set statement_timeout = 200`.execute(database)
  const migrated = connectPostgres({ connection: empty, onIdleError: console.error })
  await sql`create function wait() returns event_trigger language plpgsql as 'begin perform pg_sleep(0.3); end'`.execute(migrated)
  await sql`create event trigger slow on ddl_command_start when tag in ('CREATE EXTENSION') execute function wait()`.execute(migrated)
  await migrateDatabase({ connection: { ...empty, query_timeout: 200 } })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(migrated)
  await migrated.destroy()
  expect(rows.map(({ name }) => name)).toEqual(await listMigrations())
})

test('a connection to a server that has become read-only is replaced', async () => {
  const pool = connectPostgres({ connection: { ...connection, max: 1 }, onIdleError: console.error })
  const readPid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pool)).rows[0]?.pid
  const before = await readPid()
  await sql`set default_transaction_read_only = on`.execute(pool)
  await expect(sql`create table never ()`.execute(pool)).rejects.toMatchObject({ code: '25006' })
  expect(await readPid()).not.toBe(before)
  await pool.destroy()
})

test('a connection that is lost between two queries of a transaction fails the transaction only', async () => {
  const pool = connectPostgres({ connection, onIdleError: () => {} })
  const transaction = pool.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database)
    await expect.poll(() => sql`select 1`.execute(trx).catch(() => 'failed')).toBe('failed')
    await sql`select 1`.execute(trx)
  })
  await expect(transaction).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(pool)).rows).toEqual([{ one: 1 }])
  await pool.destroy()
})
