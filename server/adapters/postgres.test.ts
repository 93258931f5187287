import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { listMigrations } from '../database/migrate.ts'
import { connectPostgres } from './postgres.ts'
import { bringUpToDate } from './with-database.ts'

const { request, connection, database } = await createTestApp()

test('a plan made while a table has three rows goes by its index, because it is kept while the table grows', async () => {
  const piece = await createTestProduct({ database })
  for (const _ of 'abc') await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([piece]) })
  await sql`analyze orders`.execute(database)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select number from orders where id = ${randomUUID()}`.execute(database)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using orders_pkey')
})

test('what brings the database to its newest shape may take as long as it takes', async () => {
  const place = { ...connection, database: `slow_${randomUUID().replaceAll('-', '')}` }
  await sql`create database ${sql.ref(place.database)}`.execute(database)
  await bringUpToDate({ connection: { ...place, statement_timeout: 1, query_timeout: 1, options: '-c statement_timeout=1' } })
  const migrated = connectPostgres({ connection: place, onIdleError: console.error })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(migrated)
  await migrated.destroy()
  expect(rows.map(({ name }) => name)).toEqual(await listMigrations())
})
