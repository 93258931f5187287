import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { createTestApp } from '#testing/test-app.ts'

const { database } = await createTestApp()

test('the function for servers without uuidv7() creates ids of version 7 in the order of their creation', async () => {
  const text = await readFile(join(import.meta.dirname, 'uuidv7.sql'), 'utf8')
  // As on a server that has no function of its own.
  const create = `create schema own; set local search_path = own; ${text.replace('pg_catalog.uuidv7()', 'pg_catalog.none()')}`
  await sql.raw(`begin; ${create} commit`).execute(database)
  const { rows } = await sql<{ id: string }>`select own.uuidv7() as id from generate_series(1, 5000)`.execute(database)
  const ids = rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16))
  expect(new Set(times.map((time) => hoursFromNow(new Date(time))))).toEqual(new Set([0]))
  const [timeParts, sorted] = [ids.map((id) => id.slice(0, 18)), ids.map((id) => id.slice(0, 18)).sort()]
  expect(timeParts).toEqual(sorted)
})
