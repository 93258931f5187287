import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeProduct, writeGuestOrder } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { ask, database } = await createTestApp()

test('a plan made while a table has three rows goes by its index, because it is kept while the table grows', async () => {
  const piece = await makeProduct({ database })
  for (const _ of 'abc') await ask('POST', '/guest/cashondelivery', { body: writeGuestOrder([piece]) })
  await sql`analyze orders`.execute(database)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select number from orders where id = ${randomUUID()}`.execute(database)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using orders_pkey')
})
