import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { explainFolderProblem } from './embedded-postgres/data-dir-lock.ts'
import type { EmbeddedConnection } from './embedded-postgres/embedded-postgres.ts'
import { socketDirPrefix, socketPort } from './embedded-postgres/process.ts'

/**
 * The private database that a running shop has open in DATA_DIR, for a command beside it: the folder is locked, but
 * Postgres itself serves anybody who may read where its socket is. Undefined when none runs. Throws `StartProblem` when
 * this account may not look into the folder.
 */
export async function findRunningDatabase({ dataDir }: { dataDir: string }): Promise<EmbeddedConnection | undefined> {
  const socketDir = await readSocketDir({ dataDir })
  if (!socketDir) return undefined
  const connection: EmbeddedConnection = {
    ...{ host: socketDir, port: socketPort, user: 'postgres', database: 'shop' },
    ...{ ssl: false, options: '-c timezone=UTC' },
  }
  return (await answers({ connection })) ? connection : undefined
}

async function readSocketDir({ dataDir }: { dataDir: string }): Promise<string | undefined> {
  try {
    // The fifth line of the file, see PostgreSQL's miscadmin.h.
    const socketDir = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
    return basename(socketDir).startsWith(socketDirPrefix) ? socketDir : undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw explainFolderProblem({ dataDir, said: message }) ?? error
  }
}

/** False for what a killed shop left behind: the file is there, the socket is not, or nobody listens. */
async function answers({ connection }: { connection: EmbeddedConnection }): Promise<boolean> {
  const client = new Client(connection)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
