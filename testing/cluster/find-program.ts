import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

function aptGet(...args: string[]): void {
  execFileSync('apt-get', [...args, '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The path of a program of a Debian package; root installs the package if it is missing. */
export function findProgram({ name, aptPackage }: { name: string; aptPackage: string }): string {
  const find = () => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${aptPackage} for the cluster tests …`)
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', aptPackage)
  }
  const found = find()
  if (!found) throw new Error(`The cluster tests need ${name}. Install it (Debian: apt-get install ${aptPackage}).`)
  return found
}
