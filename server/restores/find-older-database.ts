import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { closeSeries, type NumberGap } from './close-series.ts'
import { findNewerFile } from './keep-last-numbers.ts'
import { recordRestore } from './record-restore.ts'

interface StartedShop {
  readonly database: Database
  readonly dataDir: string
}

/**
 * Looks whether the database is older than the file in DATA_DIR says, as after a restore by another tool. Then the series of documents go on
 * behind a gap, and money is held. Returns the gaps; undefined for a database that is as new as its file.
 */
export async function recordOlderDatabase({ database, dataDir }: StartedShop): Promise<NumberGap[] | undefined> {
  return database.transaction().execute(async (trx) => {
    // Servers that start at the same time record it once.
    await sql`select from data_marker for update`.execute(trx)
    const file = await findNewerFile({ database: trx, dataDir })
    if (!file) return undefined
    const { rows } = await sql<{ now: Date; beat_at: Date }>`select clock_timestamp() as now, beat_at from data_marker`.execute(trx)
    const [clock = { now: new Date(), beat_at: new Date(file.at) }] = rows
    const gaps = await closeSeries({ trx, given: file.series, knownUntil: new Date(file.at), prefixes: [], now: clock.now })
    await recordRestore({ trx, cause: 'older database', madeAt: clock.beat_at })
    await sql`update data_marker set beat = ${file.beat} + 1, beat_at = clock_timestamp()`.execute(trx)
    return gaps
  })
}
