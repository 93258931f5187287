import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackages } from './install-packages.ts'

/** The Debian packages of the programs that tests start. */
const packages = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  'firefox-esr': 'firefox-esr',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  initdb: 'postgresql',
} as const
export type Program = keyof typeof packages

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Debian keeps the programs of each PostgreSQL version in a folder of its own. */
function listPostgresFolders(): string[] {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin'))
}

const findInstalled = (program: Program) =>
  [...listPostgresFolders(), ...folders].map((folder) => join(folder, program)).find((path) => existsSync(path))

/** Installs what is missing, as root on Debian. Returns what is still missing and how to install it, or undefined. */
export function installPrograms(programs: readonly Program[]): string | undefined {
  const missing = programs.filter((program) => !findInstalled(program))
  if (missing.length === 0) return undefined
  const wanted = missing.map((program) => packages[program])
  if (canInstallPackages()) {
    installPackages(wanted)
    return undefined
  }
  return `They need ${missing.join(' and ')}. Install: apt-get install ${wanted.join(' ')} (Debian).`
}

/** The path of a program that tests start; root installs it if it is missing. */
export function findProgram(program: Program): string {
  const problem = installPrograms([program])
  const found = findInstalled(program)
  if (!found) throw new Error(`These tests cannot run. ${problem}`)
  return found
}
