/** A package of package-lock.json. */
export interface LockEntry {
  version?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

/** By path: `node_modules/…`, the folder of a workspace, and the project itself as an empty text. */
export type LockPackages = Record<string, LockEntry>

const systems = ['android', 'darwin', 'win32', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony', 'linux']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32', 'mips64el', 'arm']

/** The platform of a package by its name. */
function parsePlatform(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const packageName = name.split('/').at(-1) ?? name
  const os = packageName.includes('windows') ? 'win32' : systems.find((system) => packageName.includes(system))
  const cpu = processors.find((processor) => packageName.includes(processor))
  const libc = packageName.includes('musl') ? 'musl' : packageName.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

/** The packages with the optional ones of other platforms that are missing, in npm's own order. */
export function addPlatformPackages(packages: LockPackages): LockPackages {
  const added: LockPackages = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (packages[`${path}/node_modules/${name}`] || packages[`node_modules/${name}`]) continue
      added[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...parsePlatform(name) }
    }
  }
  return Object.fromEntries(Object.entries({ ...packages, ...added }).sort(([one], [other]) => one.localeCompare(other, 'en')))
}

/** `name@version` of the packages that npm would install without verifying what it downloads, by path. */
export function listUnverified(packages: LockPackages): Map<string, string> {
  const unverified = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path.includes('node_modules/') && !link && integrity === undefined,
  )
  return new Map(unverified.map(([path, { version }]) => [path, `${path.split('node_modules/').at(-1)}@${version}`]))
}
