import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BareTask } from './bare-server.ts'

/** Starts a server that does this one thing and nothing else, in a process of its own. */
export async function startBare(task: BareTask): Promise<{ origin: string; close(): Promise<void> }> {
  const server = fork(join(import.meta.dirname, 'bare-server.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
  server.send(task)
  const [port] = (await once(server, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
