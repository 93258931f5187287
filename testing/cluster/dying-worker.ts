import cluster from 'node:cluster'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from './wait-until.ts'

// Preloaded into each process of a shop (`--import`): kills the first worker at a chosen moment.
const { FIRST_WORKER_DIES: moment, DATA_DIR = '' } = process.env
const markerFile = join(DATA_DIR, 'first-worker-exited')

if (moment === 'starting' && cluster.worker?.id === 1) process.kill(process.pid, 'SIGKILL')

if (moment === 'listening' && cluster.isPrimary) {
  cluster.on('message', (worker, message: object) => {
    if (worker.id === 1 && 'address' in message) worker.process.kill('SIGKILL')
  })
  cluster.on('exit', () => writeFileSync(markerFile, ''))
}

if (moment === 'listening' && cluster.worker?.id === 2) {
  const send = process.send?.bind(process)
  process.send = (message: object) => {
    if (!('address' in message)) return send?.(message) ?? false
    void waitUntil(() => existsSync(markerFile)).then(() => send?.(message))
    return true
  }
}
