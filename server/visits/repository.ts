import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Writes a batch of views: the records and the day's total, all or nothing. */
async function writeVisits({ database, userAgents }: { database: Database; userAgents: readonly string[] }): Promise<void> {
  await sql`
    with added as (insert into visits (user_agent) select unnest(${userAgents}::text[]))
    insert into visit_totals (day, visits) values ((now() at time zone 'Asia/Kolkata')::date, ${userAgents.length})
    on conflict (day) do update set visits = visit_totals.visits + excluded.visits
  `.execute(database)
}

export async function countVisits({ database }: { database: Database }): Promise<number> {
  const { total } = await database
    .selectFrom('visit_totals')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('visits'), sql.lit(0)).as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Views on each of the last days, today last. */
export async function readDailyVisits({ database, days }: { database: Database; days: number }) {
  const { rows } = await sql<{ day: string; visits: number }>`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day)
    select to_char(each.day, 'YYYY-MM-DD') as day, coalesce(visits, 0) as visits
    from today, generate_series(today.day - ${days}::int + 1, today.day, interval '1 day') as each (day)
    left join visit_totals on visit_totals.day = each.day::date order by 1
  `.execute(database)
  return rows
}

/** Milliseconds that views are gathered before they are written: soon enough for 'within a second'. */
const gatherFor = 200

/**
 * Counts views a batch at a time. `record` resolves when the view is in the database, so none that was answered is
 * lost; thousands a second still cost a handful of writes.
 */
export function createVisitRecorder({ database }: { database: Database }) {
  let batch: { userAgents: string[]; written: Promise<void> } | undefined

  return {
    record(userAgent: string): Promise<void> {
      if (!batch) {
        const userAgents: string[] = []
        const written = new Promise<void>((resolve) => setTimeout(resolve, gatherFor)).then(() => {
          batch = undefined
          return writeVisits({ database, userAgents })
        })
        batch = { userAgents, written }
      }
      // Postgres text cannot hold a zero byte.
      batch.userAgents.push(userAgent.replaceAll('\u0000', ''))
      return batch.written
    },
  }
}
