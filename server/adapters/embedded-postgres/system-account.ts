import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/** `nobody` on every Linux this runs on: Postgres refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 }

// Linux capability numbers, see capabilities(7).
const capabilityBits = { dac_override: 1n, dac_read_search: 2n }

type Capability = keyof typeof capabilityBits

/** The account the database runs under instead of root, and the one right it may need to reach its own files. */
export type PostgresAccount = { uid: number; gid: number; capability?: Capability }

/** Whether the account may use `path` in the given way (an rwx digit: 1 enter, 5 read and run) by the plain mode bits. */
function mayUse({ path, bits, account }: { path: string; bits: number; account: PostgresAccount }): boolean {
  const { mode, uid, gid } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

/** Whether the account may enter the folder: every folder from the root down to it lets it pass. */
export function mayEnter({ folder, account }: { folder: string; account: PostgresAccount }): boolean {
  const real = realpathSync(folder)
  if (!mayUse({ path: real, bits: 1, account })) return false
  return dirname(real) === real || mayEnter({ folder: dirname(real), account })
}

function findAllowedCapability({ candidates }: { candidates: Capability[] }): Capability | undefined {
  try {
    const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    const allowed = BigInt(`0x${bounding ?? '0'}`)
    return candidates.find((candidate) => (allowed >> capabilityBits[candidate]) & 1n)
  } catch {
    return undefined
  }
}

function chooseCapability({ programRuns }: { programRuns: boolean }): Capability {
  // Reading and entering is enough, unless the program itself (installed under umask 077) is closed to others.
  const candidates: Capability[] = programRuns ? ['dac_read_search', 'dac_override'] : ['dac_override']
  const capability = findAllowedCapability({ candidates })
  const hasSetpriv = spawnSync('setpriv', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  if (capability && hasSetpriv) return capability
  throw new StartupError(
    'PostgreSQL does not run as root, and the account it gets instead cannot enter these folders: start the shop as an ordinary user, or move the project and DATA_DIR to a folder that other accounts may enter.',
  )
}

/**
 * Chooses under which account the database runs: nothing special for an ordinary user; for root the owner of the
 * database's files, at first `nobody`. Throws a StartProblem when that account cannot be made to reach its files.
 */
export function choosePostgresAccount({ program, dataDir }: { program: string; dataDir: string }): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const databaseDir = join(dataDir, 'postgres')
  const account: PostgresAccount = statSync(databaseDir, { throwIfNoEntry: false }) ?? nobody
  const { uid, gid } = account
  if (uid === 0) {
    throw new StartupError(
      `The database in DATA_DIR=${dataDir} belongs to root, under whom PostgreSQL does not run. Give it to another account: chown -R ${nobody.uid}:${nobody.gid} "${databaseDir}"`,
    )
  }
  const programRuns = mayUse({ path: program, bits: 5, account })
  const reachable = [dirname(program), dataDir].every((folder) => mayEnter({ folder, account }))
  if (programRuns && reachable) return { uid, gid }
  return { uid, gid, capability: chooseCapability({ programRuns }) }
}

/** How to start a program under the account: the file, its arguments and the options for `spawn`. */
export function planCommand({ account, program, args }: { account: PostgresAccount | undefined; program: string; args: string[] }): {
  file: string
  args: string[]
  options: { uid?: number; gid?: number }
} {
  if (!account) return { file: program, args, options: {} }
  const { uid, gid, capability } = account
  if (!capability) return { file: program, args, options: { uid, gid } }
  // no_setuid_fixup: without it access(2), with which Postgres looks at its own program, disregards the capability.
  const privileges = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ]
  return { file: 'setpriv', args: [...privileges, '--', program, ...args], options: {} }
}
