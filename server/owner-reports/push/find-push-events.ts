import { sql } from 'kysely'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { listProblems, type Problem } from '../problems.ts'

/** A problem that comes and goes is an event at most once in this time. */
const problemInterval = '1 hour'

/** Forgets the devices of those who are no longer administrators, or may no longer see orders. Returns whether others are left. */
async function hasDevices({ database }: { database: Database }): Promise<boolean> {
  await sql`
    delete from push_devices using users where users.id = user_id and (
      role <> 'admin' or disabled_at is not null or not exists (select from staff_sets where key = staff_set and 'orders' = any (rights))
    )
  `.execute(database)
  const device = await database.selectFrom('push_devices').select('id').limit(1).executeTakeFirst()
  return device !== undefined
}

/** By their rows and not by a time, because an order has the time at which its transaction began and is seen when that has ended. */
async function addOrders({ trx }: { trx: Transaction }): Promise<void> {
  await sql`
    insert into push_events (order_id)
    select id from orders
    where exchange_return_id is null and placed_at > greatest((select min(created_at) from push_devices), now() - make_interval(days => ${pushLimits.storedDays}))
      and not exists (select from push_events where order_id = orders.id)
    order by placed_at, id
  `.execute(trx)
}

async function addProblems({ trx, problems }: { trx: Transaction; problems: readonly Problem[] }): Promise<void> {
  const found = sql`(select * from unnest(${problems.map(({ kind }) => kind)}::text[], ${problems.map(({ count }) => count)}::int[]) as problem (problem, count))`
  const foundCount = sql`(select count from ${found} as found where found.problem = push_problems.problem)`
  await sql`update push_problems set count = least(count, coalesce(${foundCount}, 0))`.execute(trx)
  await sql`
    with raised as (
      insert into push_problems (problem, count) select problem, count from ${found} as found
      on conflict (problem) do update set count = excluded.count, raised_at = excluded.raised_at
        where excluded.count > push_problems.count and push_problems.raised_at < now() - ${problemInterval}::interval
      returning problem
    )
    insert into push_events (problem) select problem from raised
  `.execute(trx)
}

/** Stores what administrators are to be notified of. Returns the problems of now; undefined when nobody is notified. */
export async function findPushEvents({ database }: { database: Database }): Promise<Problem[] | undefined> {
  if (!(await hasDevices({ database }))) return undefined
  const problems = await listProblems({ database })
  await database.transaction().execute(async (trx) => {
    // One server at a time: the ids of events are then in the order in which devices see them.
    await sql`lock table push_events in share row exclusive mode`.execute(trx)
    await addOrders({ trx })
    await addProblems({ trx, problems })
  })
  return problems
}
