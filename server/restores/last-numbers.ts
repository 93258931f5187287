import { sql } from 'kysely'
import type { Database, Transaction } from '../database/schema.ts'
import type { LastNumbers } from './number-file.ts'

/** What a database has given out; undefined for one of a version without the marker, or without a shop. */
export async function readLastNumbers({ database }: { database: Database | Transaction }): Promise<LastNumbers | undefined> {
  const { rows } = await sql<{ hasMarker: boolean }>`select to_regclass('public.data_marker') is not null as "hasMarker"`.execute(database)
  if (!rows[0]?.hasMarker) return undefined
  const marker = await database
    .selectFrom('data_marker')
    .select(['shop', 'beat', sql<Date>`clock_timestamp()`.as('at')])
    .executeTakeFirst()
  if (!marker) return undefined
  return { ...marker, beat: Number(marker.beat), at: marker.at.toISOString(), series: await readSeries({ database }) }
}

/** The last number of each series. */
export async function readSeries({ database }: { database: Database | Transaction }): Promise<LastNumbers['series']> {
  return database
    .selectFrom('document_series')
    .select(['series', 'year', 'last_number as last'])
    .orderBy('year')
    .orderBy('series')
    .execute()
}
