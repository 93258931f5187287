import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isDatabaseDown } from '../database/is-database-down.ts'
import type { Database, Tables } from '../database/schema.ts'
import { startRounds } from '../jobs/poller.ts'
import { createHealthCheck, type HealthCheck } from './health-check.ts'
import { openPool } from './postgres.ts'

/** Milliseconds between looks at the replicas, and so how far behind one may be without being left out. */
const lookEveryMs = 1_000

/** Milliseconds between looks whether a replica has the change that it was just told of. */
const followEveryMs = 10

/** A replica ends a query that stands in the way of what it has to replay. */
const conflictWithReplay = '40001'

interface Replica {
  readonly pool: pg.Pool
  readonly probe: HealthCheck
  /** answers, and has what the primary had written a look ago */
  fit: boolean
  /** has at least so many of the changes that were told */
  changes: number
}

export interface ReadReplicas {
  /** the database for reads that may be a second old; never for what is decided upon */
  readonly reading: Database
  /** something was written that must not be read in its old form: each replica is left alone until it has it */
  noteChange(): void
  close(): Promise<void>
}

/** Reads go to the fit replicas in turn, and to the primary when there is none or one fails. */
export async function openReadReplicas({
  urls,
  primary,
  connection,
  warn,
}: {
  urls: readonly string[]
  primary: pg.Pool
  connection: pg.PoolConfig
  warn: (error: Error) => void
}): Promise<ReadReplicas> {
  const replicas: Replica[] = urls.map((url) => {
    const settings = { connectionString: url }
    const pool = openPool({ connection: { ...settings, connectionTimeoutMillis: 1_000 }, onIdleError: () => {} })
    return { pool, probe: createHealthCheck({ connection: settings }), fit: false, changes: 0 }
  })
  const primaryProbe = createHealthCheck({ connection })
  let written: number | undefined
  let changes = 0
  let isFollowing = false
  let turn = 0

  async function lookAtAll() {
    // The primary first: whoever has come as far as it was then has all that was written before.
    const main = await primaryProbe.look()
    const looks = await Promise.all(
      replicas.map(async (replica) => {
        const standing = await replica.probe.look()
        // Whoever takes writes without being our primary is a stranger, such as an old primary that came back.
        const isOurs = standing?.recovering || (standing !== undefined && standing.startedAt === main?.startedAt)
        return { replica, position: isOurs ? (standing?.position ?? 0) : -1 }
      }),
    )
    return { main: main && !main.recovering ? (main.position ?? 0) : undefined, looks }
  }

  async function look(): Promise<void> {
    const writtenALookAgo = written
    const { main, looks } = await lookAtAll()
    for (const { replica, position } of looks) replica.fit = writtenALookAgo !== undefined && position >= writtenALookAgo
    written = main ?? written
    void follow()
  }

  const isBehind = (replica: Replica) => replica.fit && replica.changes < changes

  async function follow(): Promise<void> {
    if (isFollowing) return
    isFollowing = true
    while (replicas.some(isBehind)) {
      const told = changes
      const { main, looks } = await lookAtAll()
      // Without a primary there is nothing newer to be read anywhere.
      for (const { replica, position } of looks) if (main === undefined || position >= main) replica.changes = told
      if (replicas.some(isBehind)) await delay(followEveryMs)
    }
    isFollowing = false
  }

  function leaveOut(replica: Replica, error: unknown): void {
    replica.fit = false
    warn(new Error(`A read replica is left out for now: ${error instanceof Error ? error.message : error}`))
  }

  async function connect(): Promise<PostgresPoolClient> {
    const fit = replicas.filter((replica) => replica.fit && !isBehind(replica))
    turn += 1
    for (let tried = 0; tried < fit.length; tried += 1) {
      const replica = fit[(turn + tried) % fit.length] as Replica
      try {
        return fallBack({ client: await replica.pool.connect(), primary, leaveOut: (error) => leaveOut(replica, error) })
      } catch (error) {
        leaveOut(replica, error)
      }
    }
    return primary.connect() as Promise<PostgresPoolClient>
  }

  // The first look learns where the primary is, the second one who has come as far.
  await look()
  await look()
  const rounds = startRounds({ everyMs: lookEveryMs, work: look })
  const pool = { connect, end: async () => {}, options: {} }
  return {
    reading: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    noteChange: () => {
      changes += 1
      void follow()
    },
    async close() {
      await rounds.stop()
      await Promise.all([primaryProbe.close(), ...replicas.flatMap(({ pool, probe }) => [pool.end(), probe.close()])])
    },
  }
}

/** A connection to a replica whose single reads are asked of the primary when the replica cannot answer them. */
function fallBack({
  client,
  primary,
  leaveOut,
}: {
  client: pg.PoolClient
  primary: pg.Pool
  leaveOut: (error: unknown) => void
}): PostgresPoolClient {
  let inTransaction = false
  async function query(text: string, values: unknown[]): Promise<unknown> {
    inTransaction ||= /^(begin|start transaction)/.test(text)
    try {
      return await client.query(text, values)
    } catch (error) {
      const isReplicas = isDatabaseDown(error) || (error as NodeJS.ErrnoException).code === conflictWithReplay
      if (inTransaction || !isReplicas) throw error
      leaveOut(error)
      return primary.query(text, values)
    }
  }
  return { query, release: () => client.release() } as unknown as PostgresPoolClient
}
