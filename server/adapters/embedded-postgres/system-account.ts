import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../kernel/startup-error.ts'

interface Account {
  readonly uid: number
  readonly gid: number
}

/** How to run PostgreSQL's programs: as this account, or for root as another one. */
export interface Launcher {
  /** a command that switches the account, put before the program */
  readonly prefix: readonly string[]
  /** options for `spawn` that switch the account */
  readonly options: Partial<Account>
  /** the owner of the database files; undefined: this account */
  readonly account?: Account
}

/** The account `nobody`. */
const nobody: Account = { uid: 65_534, gid: 65_534 }

/** Whether the launcher's account can run the program and enter the folder. */
function canReach({ launcher, program, folder }: { launcher: Launcher; program: string; folder: string }): boolean {
  const [file = '', ...args] = [...launcher.prefix, 'sh', '-c', 'cd "$0" && "$1" --version', folder, program]
  return spawnSync(file, args, { ...launcher.options, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * PostgreSQL refuses to run as root. For root the programs run as the owner of the database files, at first `nobody`, with
 * as few capabilities as it takes to reach them. Throws `StartupError` when that account cannot reach them.
 */
export function chooseLauncher({ program, dataDir }: { program: string; dataDir: string }): Launcher {
  if (process.getuid?.() !== 0) return { prefix: [], options: {} }
  const databaseDir = join(dataDir, 'postgres')
  const { uid, gid } = statSync(databaseDir, { throwIfNoEntry: false }) ?? nobody
  if (uid === 0) {
    throw new StartupError(
      `The database in DATA_DIR=${dataDir} belongs to root, but PostgreSQL does not run as root. Change its owner: chown -R ${nobody.uid}:${nobody.gid} "${databaseDir}"`,
    )
  }
  const account = { uid, gid }
  // no_setuid_fixup: access(2) honours the capability as well.
  const setpriv = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  // With one of root's capabilities the account reaches files in folders that only root may enter.
  const prefixes = ['dac_read_search', 'dac_override'].map((name) => [...setpriv, `--inh-caps=+${name}`, `--ambient-caps=+${name}`, '--'])
  const launchers: Launcher[] = [{ prefix: [], options: account, account }, ...prefixes.map((prefix) => ({ prefix, options: {}, account }))]
  const launcher = launchers.find((candidate) => canReach({ launcher: candidate, program, folder: dataDir }))
  if (launcher) return launcher
  throw new StartupError(
    'PostgreSQL does not run as root, and the account used instead cannot enter these folders: start the shop as an ordinary user, or move the project and DATA_DIR to a folder that other accounts may enter.',
  )
}
