import { createHash, randomUUID } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { listMigrations, migrate } from './migrate.ts'

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
  const late = '0036_one_outbox.sql'
  await migrate({ database, names: names.filter((name) => name < late || name === '0038_product_change_notifications.sql') })
  await migrate({ database })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  expect(rows.map(({ name }) => name)).toEqual(names)
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
  // As written by sha256sum.
  const lines = (await listMigrations()).map(async (name) => {
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
