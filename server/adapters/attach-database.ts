import { Client } from 'pg'
import { toDataDirError } from './embedded-postgres/data-dir.ts'
import { type EmbeddedConnection, toConnection } from './embedded-postgres/embedded-postgres.ts'
import { readPidFile } from './embedded-postgres/orphan.ts'

/**
 * The embedded database of a shop that runs on DATA_DIR, for a command beside it. Undefined when none runs. Throws
 * `StartupError` when this account may not read the folder.
 */
export async function findRunningDatabase({ dataDir }: { dataDir: string }): Promise<EmbeddedConnection | undefined> {
  try {
    const { socketDir } = readPidFile({ dataDir }) ?? {}
    if (!socketDir) return undefined
    const connection = toConnection({ socketDir })
    return (await isReachable({ connection })) ? connection : undefined
  } catch (error) {
    throw toDataDirError({ dataDir, message: (error as Error).message }) ?? error
  }
}

/** False for the pid file that a killed database has left. */
async function isReachable({ connection }: { connection: EmbeddedConnection }): Promise<boolean> {
  const client = new Client(connection)
  const isConnected = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return isConnected
}
