import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { Database } from '../database/schema.ts'

/** Visits of a day that have a record of their own: anybody can send visits, and the records must not fill the disk. */
const maxRecordsPerDay = 200_000

/** Characters of a user agent that are stored. */
const maxUserAgent = 300

/** Adds the visits to the total of the day, and inserts their records while the day has few enough, in one statement. */
async function insertVisits({ database, userAgents }: { database: Database; userAgents: readonly string[] }): Promise<void> {
  await sql`
    with today as (
      insert into visit_totals (day, visits) values ((now() at time zone 'Asia/Kolkata')::date, ${userAgents.length})
      on conflict (day) do update set visits = visit_totals.visits + excluded.visits returning visits
    )
    insert into visits (user_agent) select unnest(${userAgents}::text[]) from today where visits <= ${maxRecordsPerDay}
  `.execute(database)
}

export async function countVisits({ database }: { database: Database }): Promise<number> {
  const { total } = await database
    .selectFrom('visit_totals')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('visits'), sql.lit(0)).as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The visits on each of the last `days` days in India, today last. */
export async function readDailyVisits({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; visits: number }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day)
    select to_char(dates.day, 'YYYY-MM-DD') as day, coalesce(visits, 0) as visits
    from today, generate_series(today.day - ${days}::int + 1, today.day, interval '1 day') as dates (day)
    left join visit_totals on visit_totals.day = dates.day::date order by 1
  `.execute(database)
  return rows
}

const batchIntervalMs = 200

/**
 * Inserts visits in batches, because each storefront page view is one. `record` resolves when the visit is in the database.
 */
export function createVisitRecorder({ database }: { database: Database }) {
  let batch: { userAgents: string[]; inserted: Promise<void> } | undefined

  return {
    record(userAgent: string): Promise<void> {
      if (!batch) {
        const userAgents: string[] = []
        const inserted = setTimeout(batchIntervalMs).then(() => {
          batch = undefined
          return insertVisits({ database, userAgents })
        })
        batch = { userAgents, inserted }
      }
      // PostgreSQL rejects a zero byte in text.
      batch.userAgents.push(cutText(userAgent.replaceAll('\u0000', ''), maxUserAgent))
      return batch.inserted
    },
  }
}
