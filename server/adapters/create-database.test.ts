import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { toDatabaseUrl } from '#testing/database-url.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { Database } from '../database/schema.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createDatabase } from './create-database.ts'

const { connection, database } = await createTestApp()
const DATABASE_URL = toDatabaseUrl(connection)
const SECRET = 'x'.repeat(32)

const readName = async (db: Database) => (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name

test('reports use DATABASE_READ_URL, everything else DATABASE_URL', async () => {
  const replica = `replica_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.ref(replica)}`.execute(database)
  const DATABASE_READ_URL = toDatabaseUrl({ ...connection, database: replica })
  const opened = await createDatabase({ settings: parseSettings({ DATABASE_URL, DATABASE_READ_URL, SECRET }), warn: console.error })
  expect(await Promise.all([opened.database, opened.readDatabase].map(readName))).toEqual([connection.database, replica])
  await opened.close()
})

test('without DATABASE_READ_URL reports use DATABASE_URL', async () => {
  const opened = await createDatabase({ settings: parseSettings({ DATABASE_URL, SECRET }), warn: console.error })
  expect(opened.readDatabase).toBe(opened.database)
  await opened.close()
})

test('an unreachable DATABASE_READ_URL is a warning, an unreachable DATABASE_URL a startup error', async () => {
  const unreachable = 'postgres://127.0.0.1:1/shop'
  const warn = vi.fn()
  const opened = await createDatabase({ settings: parseSettings({ DATABASE_URL, DATABASE_READ_URL: unreachable, SECRET }), warn })
  expect(warn.mock.calls).toMatchObject([[{ message: expect.stringMatching(/^DATABASE_READ_URL: no connection to 127\.0\.0\.1:1/) }]])
  expect(await readName(opened.database)).toBe(connection.database)
  await opened.close()
  const attempt = createDatabase({ settings: parseSettings({ DATABASE_URL: unreachable, SECRET }), warn })
  await expect(attempt).rejects.toThrow(/^DATABASE_URL: no connection to 127\.0\.0\.1:1[^\n]*$/)
})
