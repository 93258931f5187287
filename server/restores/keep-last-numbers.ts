import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { readLastNumbers } from './last-numbers.ts'
import { readNumberFile, writeNumberFile } from './number-file.ts'

/** The channel on which triggers announce new numbers. */
export const lastNumbersChannel = 'last_numbers'

/** Raises the count of the database. Its trigger makes all servers write their files. */
export async function raiseBeat({ database }: { database: Database }): Promise<void> {
  await sql`update data_marker set beat = beat + 1, beat_at = clock_timestamp()`.execute(database)
}

interface LastNumbersOptions {
  readonly database: Database
  readonly dataDir: string
}

/** Writes the last numbers into DATA_DIR. */
export async function writeLastNumbers({ database, dataDir }: LastNumbersOptions): Promise<void> {
  const numbers = await readLastNumbers({ database })
  if (numbers) await writeNumberFile({ dataDir, numbers })
}

/** Writes the file on each call, one at a time; calls during a write become one. */
export function createNumberWriter({ onError, ...kept }: LastNumbersOptions & { onError: (error: Error) => void }) {
  let writing: Promise<void> | undefined
  let isChanged = false
  async function writeAll(): Promise<void> {
    while (isChanged) {
      isChanged = false
      await writeLastNumbers(kept).catch(onError)
    }
    writing = undefined
  }
  return {
    write(): void {
      isChanged = true
      writing ??= writeAll()
    },
    /** Waits for the last write. */
    async close(): Promise<void> {
      await writing
    },
  }
}

/** Whether the file is that of this database, and says that more was given out than the database knows. */
export async function findNewerFile({ database, dataDir }: LastNumbersOptions) {
  const [file, known] = [await readNumberFile({ dataDir }), await readLastNumbers({ database })]
  if (!file || !known || file.shop !== known.shop) return undefined
  const isAhead = file.series.some(({ series, year, last }) => {
    const own = known.series.find((each) => each.series === series && each.year === year)
    return last > (own?.last ?? 0)
  })
  return file.beat > known.beat || isAhead ? file : undefined
}
