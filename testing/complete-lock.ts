import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPlatformPackages, type LockPackages, listUnverified } from './lock-file.ts'

/**
 * Adds the optional packages of other platforms to package-lock.json that `npm install` omits when a registry mirror does not
 * have them; `npm ci` would then reject the lock file. Asks the registry for the integrity of those that have none. Run it after each
 * change of the packages: `npm run lock`.
 */

/** The hash of a package, `sha512-…`; undefined when the registry does not have it. */
function readIntegrity(specifier: string): string | undefined {
  try {
    return execFileSync('npm', ['view', specifier, 'dist.integrity'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

const file = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockPackages }
const before = Object.keys(lock.packages).length
lock.packages = addPlatformPackages(lock.packages)
const missing: string[] = []
for (const [path, specifier] of listUnverified(lock.packages)) {
  const integrity = readIntegrity(specifier)
  if (integrity?.startsWith('sha512-')) Object.assign(lock.packages[path] ?? {}, { integrity })
  else missing.push(specifier)
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${Object.keys(lock.packages).length - before} packages of other platforms added to package-lock.json`)
if (missing.length > 0) console.log(`The registry does not have: ${missing.join(', ')}`)
