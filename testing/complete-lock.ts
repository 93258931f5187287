import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds to package-lock.json the optional packages of other machines that npm left out. A registry mirror that does not
 * hold them makes `npm install` forget them, and `npm ci` then refuses the lock everywhere. Run after each change of
 * the packages: `npm run lock`.
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

/** Reads what a package is for from its name, as all of these packages are named. */
function describeMachine(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split('/').at(-1) ?? name
  const os = words.includes('windows') ? 'win32' : systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const file = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const before = Object.keys(lock.packages).length
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue
    lock.packages[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...describeMachine(name) }
  }
}
// In npm's own order, so that the next npm that writes the file changes nothing.
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${Object.keys(lock.packages).length - before} packages of other machines added to package-lock.json`)
