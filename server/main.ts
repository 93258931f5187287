import { createDatabase } from './adapters/create-database.ts'
import { createGateways } from './adapters/create-gateways.ts'
import { runProcess } from './kernel/process-lifecycle.ts'
import { parseSettings, type Settings } from './kernel/settings.ts'

/** Settings → database and gateways → shop. `resources` are closed in reverse. */
async function start(resources: AsyncDisposableStack): Promise<void> {
  const settings = parseSettings(process.env)
  // Most modules load while the database starts. Settled, so that what was opened is closed when the other fails.
  const starting = [open({ settings, resources }), import('./run-shop.ts')] as const
  await Promise.allSettled(starting)
  const [[opened, payments], { runShop }] = await Promise.all(starting)
  await runShop({ settings, opened, payments, resources })
}

/** Opens the database and the gateways at the same time, because the simulator of a demo takes longer to start than the database. */
async function open({ settings, resources }: { settings: Settings; resources: AsyncDisposableStack }) {
  const opening = [
    createDatabase({ settings, warn: (error) => console.error(error.message) }),
    createGateways({ settings, warn: console.error }),
  ] as const
  const settled = await Promise.allSettled(opening)
  for (const each of settled) if (each.status === 'fulfilled') resources.defer(() => each.value.close())
  return Promise.all(opening)
}

await runProcess({ start, reportError: console.error })
