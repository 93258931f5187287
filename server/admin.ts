import { findRunningDatabase } from './adapters/join-database.ts'
import { openDatabase } from './adapters/open-database.ts'
import { connectPostgres } from './adapters/postgres.ts'
import { migrate } from './database/migrate.ts'
import type { Database } from './database/tables.ts'
import { deriveKey, readSecret } from './secret.ts'
import { readSettings, type Settings } from './settings.ts'
import { describeStartFault, StartProblem } from './start-problem.ts'
import { readAdministratorName, setAdministrator } from './users/administrators.ts'
import { createPins } from './users/pins.ts'

/** Works in the shop's database: one of DATABASE_URL, the private one of a running shop, or else its files. */
async function withDatabase<Result>({
  settings,
  work,
}: {
  settings: Settings
  work: (database: Database) => Promise<Result>
}): Promise<Result> {
  const warn = (error: Error) => console.error(error.message)
  const running = settings.DATABASE_URL ? undefined : await findRunningDatabase({ dataDir: settings.DATA_DIR })
  if (running) {
    const database = connectPostgres({ connection: running, onIdleError: warn })
    return await work(database).finally(() => database.destroy())
  }
  const opened = await openDatabase({ settings, warn })
  try {
    await migrate({ database: opened.database })
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}

async function run(): Promise<void> {
  const name = readAdministratorName(process.argv.slice(2).join(' '))
  const settings = readSettings(process.env)
  const { created, ...administrator } = await withDatabase({
    settings,
    work: async (database) => {
      const pins = createPins({ pepper: deriveKey({ secret: await readSecret({ settings }), purpose: 'pin-pepper' }) })
      return setAdministrator({ database, pins, name })
    },
  })
  const happened = created ? 'is a new administrator' : 'is an administrator with a new PIN, signed out everywhere'
  console.log(`\n  ${administrator.name} ${happened}.  PIN: ${administrator.pin}\n  The PIN is shown this once.\n`)
}

try {
  await run()
} catch (error) {
  const problem = error instanceof StartProblem ? error.message : describeStartFault(error as NodeJS.ErrnoException)
  console.error(problem ?? error)
  process.exitCode = 1
}
