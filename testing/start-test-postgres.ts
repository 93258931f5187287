import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'

/** Starts an embedded database in a process of its own, which also stops it when this process is killed. */
export async function startTestPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  // In its own process group: Ctrl-C would end it before it has stopped the database.
  const child = fork(join(import.meta.dirname, 'postgres-process.ts'), [dataDir], { detached: true })
  const exited = once(child, 'exit')
  const [connection] = await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The database of the tests did not start.'))),
  ])
  return {
    connection,
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
