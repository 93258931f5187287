import { sql } from 'kysely'
import { cutText } from '#contract/kernel/cut-text.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import type { Database } from '../../database/schema.ts'

/** Agents of a day that are counted by name: anyone can send a name. */
const maxAgentsPerDay = 200
const maxNameLength = 100
/** Agents that the first-day list names. */
const maxListed = 3

/** Adds requests to the counts of today. New names are not added when the day has enough. */
async function addRequests({ database, requests }: { database: Database; requests: ReadonlyMap<string, number> }): Promise<void> {
  const [agents, counts] = [[...requests.keys()], [...requests.values()]]
  await sql`
    with today as (select (now() at time zone 'Asia/Kolkata')::date as day)
    insert into assistant_requests as counted (day, agent, requests, last_at)
    select today.day, sent.agent, sent.requests, now()
    from today, unnest(${agents}::text[], ${counts}::int[]) as sent (agent, requests)
    where (select count(*) from assistant_requests where assistant_requests.day = today.day) < ${maxAgentsPerDay}
      or exists (select from assistant_requests as known where known.day = today.day and known.agent = sent.agent)
    order by sent.agent
    on conflict (day, agent) do update set requests = counted.requests + excluded.requests, last_at = excluded.last_at
  `.execute(database)
}

/** Counts requests of agents in the process, and writes them every few seconds, so that a request costs no write. */
export function createRequestCounter({ database, onError, flushMs = 5_000 }: CounterOptions) {
  let counts = new Map<string, number>()

  /** Writes what was counted. Never throws: the counts of an outage are lost. */
  async function flush(): Promise<void> {
    if (counts.size === 0) return
    const requests = counts
    counts = new Map()
    await addRequests({ database, requests }).catch(onError)
  }

  const timer = setInterval(flush, flushMs)
  timer.unref()
  return {
    count(agent: string): void {
      const name = cutText(agent, maxNameLength)
      if (counts.has(name) || counts.size < maxAgentsPerDay) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

interface CounterOptions {
  readonly database: Database
  readonly onError: (error: unknown) => void
  readonly flushMs?: number
}

/** The agents that have read the shop last, with their requests of the days that are stored, and the orders from their checkouts. */
export async function listLastAgents({ database }: { database: Database }) {
  const rows = await database
    .selectFrom('assistant_requests')
    .select((eb) => ['agent', eb.fn.sum<number>('requests').as('requests'), eb.fn.max('last_at').as('lastAt')] as const)
    .where('day', '>=', sql<string>`(now() at time zone 'Asia/Kolkata')::date - ${retention.assistantRequestDays}::int`)
    .select(
      sql<number>`(
        select count(*)::int from ucp_orders
        where agent_name = agent and created_at > now() - make_interval(days => ${retention.assistantRequestDays})
      )`.as('orders'),
    )
    .groupBy('agent')
    .orderBy('lastAt', 'desc')
    .orderBy('agent')
    .limit(maxListed)
    .execute()
  return rows.map(({ agent, requests, orders, lastAt }) => ({ agent, requests: Number(requests), orders, lastAt: lastAt.toISOString() }))
}
