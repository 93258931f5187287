import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { retryTransaction } from './retry.ts'

const { database } = await createTestApp()

test('two transactions that deadlock are both committed in the end', async () => {
  const [one, other] = [await createTestProduct({ database, stock: 1 }), await createTestProduct({ database, stock: 1 })]
  const met = Promise.withResolvers<void>()
  let locked = 0
  let runs = 0
  const take = (ids: readonly string[]) =>
    retryTransaction(() =>
      database.transaction().execute(async (trx) => {
        runs += 1
        for (const id of ids) {
          await sql`update products set stock = stock + 1 where id = ${id}`.execute(trx)
          locked += 1
          if (locked === 2) met.resolve()
          await met.promise
        }
      }),
    )
  await Promise.all([take([one.id, other.id]), take([other.id, one.id])])
  const rows = await database.selectFrom('products').select('stock').where('id', 'in', [one.id, other.id]).execute()
  expect(rows.map((row) => row.stock)).toEqual([3, 3])
  expect(runs).toBeGreaterThan(2)
})

test('another error is not retried', async () => {
  let runs = 0
  const failing = retryTransaction(async () => {
    runs += 1
    await sql`select 1 / 0`.execute(database)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(runs).toBe(1)
})
