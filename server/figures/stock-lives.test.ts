import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies } = await signInAdministrator({ request, database })
await sql`update products set status = 'archived'`.execute(database)
const { id } = await createTestProduct({ database, sizes: { M: 0, L: 0 } })
const { id: olderId } = await createTestProduct({ database })
const hourMs = 3_600_000
/** The ledger began before the period. */
const ledgerHours = 60 * 24

/** The hours from one movement to the next one, and the stock from then on. */
const history = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 400 }), stock: fc.oneof(fc.constant(0), fc.nat(3)) }), {
  maxLength: 12,
})
const lives = fc.record({
  /** hours ago; sizes may be added later */
  createdHours: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constant(ledgerHours - 1)),
  histories: fc.record({ M: history, L: history }),
  sold: fc.record({ M: fc.nat(60), L: fc.nat(60) }),
  waiting: fc.record({ M: fc.nat(3), L: fc.nat(3) }),
})
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never

interface Movement {
  /** milliseconds since 1970 */
  readonly at: number
  readonly stock: number
}

/** The movements of a size, of which none is in the future. */
function listMovements({ createdAt, steps }: { createdAt: number; steps: Life['histories']['M'] }): Movement[] {
  let at = createdAt
  const movements = steps.map(({ hours, stock }, index) => {
    at += (index === 0 ? hours % 48 : hours) * hourMs
    return { at, stock }
  })
  return movements.filter(({ at: time, stock }, index) => time < Date.now() && stock !== (movements[index - 1]?.stock ?? 0))
}

async function write({ life, createdAt, sizes }: { life: Life; createdAt: number; sizes: Readonly<Record<'M' | 'L', Movement[]>> }) {
  await database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate stock_movements, sold_out_times, daily_sales, restock_requests`.execute(trx)
    await sql`update products set created_at = ${new Date(createdAt)} where id = ${id}`.execute(trx)
    await sql`
      insert into stock_movements (product_id, change, stock_after, cause, moved_at)
      values (${olderId}, 1, 1, 'opening', now() - make_interval(hours => ${ledgerHours}))
    `.execute(trx)
    for (const size of ['M', 'L'] as const) {
      let stock = 0
      // With its trigger, which records when the size was sold out.
      await sql`set local session_replication_role = origin`.execute(trx)
      for (const { at, stock: after } of sizes[size]) {
        await sql`
          insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
          values (${id}, ${size}, ${after - stock}, ${after}, 'correction', ${new Date(at)})
        `.execute(trx)
        stock = after
      }
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update product_sizes set stock = ${stock} where product_id = ${id} and size = ${size}`.execute(trx)
      await sql`
        insert into daily_sales (day, product_id, size, units, cancelled, refused, undelivered, returned, paise, sold_paise)
        values ((now() at time zone 'Asia/Kolkata')::date, ${id}, ${size}, ${life.sold[size] + 1}, 1, 0, 0, 0, 0, 0)
      `.execute(trx)
      await sql`
        insert into restock_requests (product_id, size, email, recipient, confirmed_at)
        select ${id}, ${size}, n || '@example.com', n || '@example.com', now() from generate_series(1, ${life.waiting[size]}) n
      `.execute(trx)
    }
  })
}

/** Hours of the period, from the creation of the product on, in which the size had no stock, and in which it had some. */
function walk({ start, movements }: { start: number; movements: readonly Movement[] }) {
  const now = Date.now()
  // A size that has never had stock has not been sold out before its first movement.
  const times = movements.length === 0 ? [{ at: start, stock: 0 }] : movements
  const out = times
    .map(({ at, stock }, index) => ({ stock, from: Math.max(at, start), until: Math.max(times[index + 1]?.at ?? now, start) }))
    .filter(({ stock }) => stock === 0)
    .reduce((sum, { from, until }) => sum + until - from, 0)
  return { out: out / hourMs, inStock: (now - start - out) / hourMs }
}

const migration = readFileSync(new URL('../database/migrations/0660_sold_out_times.sql', import.meta.url), 'utf8')
const readTimes = async () => (await sql`select *, ended_at::text from sold_out_times order by 1, 2, 3`.execute(database)).rows

/** The times of earlier movements, which the migration inserts. */
async function fillTimes() {
  await sql`truncate sold_out_times`.execute(database)
  await sql.raw(migration.slice(migration.lastIndexOf('insert into'))).execute(database)
}

test('after any stock and sales the list says the hours without stock, and what was missed in them', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const createdAt = Date.now() - life.createdHours * hourMs
      const sizes = {
        M: listMovements({ createdAt, steps: life.histories.M }),
        L: listMovements({ createdAt, steps: life.histories.L }),
      }
      await write({ life, createdAt, sizes })
      const { rows, from, knownSince } = (await request('GET', '/figures/sewing?days=30', { cookies })).json<
        CallReply<'GET /figures/sewing'>
      >()
      expect(knownSince).toBeNull()
      const start = Math.max(Date.parse(`${from}T00:00:00+05:30`), createdAt)
      for (const size of ['M', 'L'] as const) {
        const row = rows.find((each) => each.size === size)
        const { out, inStock } = walk({ start, movements: sizes[size] })
        const missed = inStock < 1 ? 0 : (out * life.sold[size]) / inStock
        // Time goes on between the two, and both are rounded.
        expect(row?.toSew ?? 0).toBeGreaterThanOrEqual(Math.floor(missed * 0.999 - 0.6) + life.waiting[size])
        expect(row?.toSew ?? 0).toBeLessThanOrEqual(Math.ceil(missed * 1.001 + 0.6) + life.waiting[size])
        if (!row) continue
        expect(row).toMatchObject({ sold: life.sold[size], waiting: life.waiting[size], stock: sizes[size].at(-1)?.stock ?? 0 })
        expect(Math.abs(row.hoursSoldOut - out)).toBeLessThan(1)
      }
      const times = await readTimes()
      await fillTimes()
      expect(await readTimes()).toEqual(times)
    }),
    fuzzRuns({ runs: 100 }),
  )
})
