import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findRunningDatabase } from '../adapters/embedded-postgres/embedded-postgres.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { runCommand } from './run-command.ts'

/** Opens psql on the shop's database: that of DATABASE_URL, or the embedded one of a running shop. */
await runCommand(async ({ settings, args }) => {
  const embedded = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (!settings.DATABASE_URL && !embedded) throw new StartupError(`No shop runs with DATA_DIR=${settings.DATA_DIR}. Start it first.`)
  const target = embedded ? ['-h', embedded.host, '-p', String(embedded.port), '-U', embedded.user, embedded.database] : []
  const psql = spawn('psql', [...(settings.DATABASE_URL ? [settings.DATABASE_URL] : target), ...args], { stdio: 'inherit' })
  // Ctrl-C cancels a query, not this process.
  process.on('SIGINT', () => {})
  const [code] = await once(psql, 'exit').catch(() => {
    throw new StartupError('psql is missing. Install it: apt-get install postgresql-client (Debian).')
  })
  process.exitCode = code ?? 1
})
