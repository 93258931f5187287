import { once } from 'node:events'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'

// Runs the database of a test, see start-test-postgres.ts. The IPC channel closes when the test ends, also when it is killed.

const [dataDir = ''] = process.argv.slice(2)
const disconnected = once(process, 'disconnect')
const { connection, stop } = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
if (process.connected) process.send?.(connection)
await disconnected
await stop()
