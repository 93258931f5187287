import { createPins } from '../accounts/pins/pins.ts'
import { parseAdministratorName, setAdministrator } from '../accounts/sign-in/administrators.ts'
import { withDatabase } from '../adapters/with-database.ts'
import { deriveKey, readSecret } from '../kernel/secret.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ settings, args }) => {
  const name = parseAdministratorName(args.join(' '))
  const { created, ...administrator } = await withDatabase({
    settings,
    mayCreate: true,
    work: async (database) => {
      const pins = createPins({ pepper: deriveKey({ secret: await readSecret({ settings }), purpose: 'pin-pepper' }) })
      return setAdministrator({ database, pins, name })
    },
  })
  const happened = created ? 'is a new administrator' : 'is an administrator with a new PIN, signed out everywhere'
  console.log(`\n  ${administrator.name} ${happened}.  PIN: ${administrator.pin}\n  The PIN is shown this once.\n`)
})
