import cluster from 'node:cluster'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from './wait-until.ts'

// Loaded into every process of a shop before its own program (`--import`): its first worker dies at a chosen moment.
const { FIRST_WORKER_DIES: moment, DATA_DIR = '' } = process.env
const gone = join(DATA_DIR, 'first-worker-is-gone')

if (moment === 'starting' && cluster.worker?.id === 1) process.kill(process.pid, 'SIGKILL')

if (moment === 'listening' && cluster.isPrimary) {
  cluster.on('message', (worker, news: object) => {
    if (worker.id === 1 && 'address' in news) worker.process.kill('SIGKILL')
  })
  cluster.on('exit', () => writeFileSync(gone, ''))
}

if (moment === 'listening' && cluster.worker?.id === 2) {
  const send = process.send?.bind(process)
  process.send = (message: object) => {
    if (!('address' in message)) return send?.(message) ?? false
    void waitUntil(() => existsSync(gone)).then(() => send?.(message))
    return true
  }
}
