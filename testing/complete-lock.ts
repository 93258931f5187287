import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds the optional packages of other platforms to package-lock.json that `npm install` omits when a registry mirror does not
 * have them; `npm ci` would then reject the lock file. Run it after each change of the packages: `npm run lock`.
 */

interface Entry {
  version?: string
  optionalDependencies?: Record<string, string>
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

const systems = ['android', 'darwin', 'win32', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony', 'linux']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32', 'mips64el', 'arm']

/** The platform of a package by its name. */
function parsePlatform(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const packageName = name.split('/').at(-1) ?? name
  const os = packageName.includes('windows') ? 'win32' : systems.find((system) => packageName.includes(system))
  const cpu = processors.find((processor) => packageName.includes(processor))
  const libc = packageName.includes('musl') ? 'musl' : packageName.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const file = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const before = Object.keys(lock.packages).length
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue
    lock.packages[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...parsePlatform(name) }
  }
}
// In npm's own order, so that npm does not reorder the file.
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${Object.keys(lock.packages).length - before} packages of other platforms added to package-lock.json`)
