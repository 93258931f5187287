import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BaselineTask } from './baseline-server.ts'

/** Starts a baseline server in a process of its own. */
export async function startBaseline(task: BaselineTask): Promise<{ origin: string; close(): Promise<void> }> {
  const server = fork(join(import.meta.dirname, 'baseline-server.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
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
