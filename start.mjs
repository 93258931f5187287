// `npm start`: makes a clean clone ready (packages, built web) and runs the server under the pinned Node.
// Plain JavaScript without packages, because it runs under whatever Node is there and before anything is installed.
// `node start.mjs --prepare` makes ready and stops there, `--packages` before the web; `--dev` builds nothing and starts again
// at each change.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const root = fileURLToPath(new URL('.', import.meta.url))
const isWindows = process.platform === 'win32'
const pinnedNode = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
const stampFile = join(root, 'build/.stamp')
const webSources = [
  ...['web', 'contract', 'vite.config.ts', 'react-router.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
]

class StepFailed extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a program to its end, passing signals on to it. Gives its exit code and, when `quiet`, what it printed. */
function run({ file, args, env, quiet = false, withLifeline = false, shell = false }) {
  return new Promise((resolve, reject) => {
    const output = quiet ? 'pipe' : 'inherit'
    const stdio = [quiet ? 'ignore' : 'inherit', output, output, ...(withLifeline ? ['ipc'] : [])]
    const child = spawn(file, args, { cwd: root, env, stdio, shell })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const printed = []
    child.stdout?.on('data', (chunk) => printed.push(chunk))
    child.stderr?.on('data', (chunk) => printed.push(chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const signal of signals) process.off(signal, forward)
      resolve({ exitCode: code ?? 128 + constants.signals[signal], signal, printed: Buffer.concat(printed).toString() })
    })
  })
}

function readPackages({ file }) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Whether every package of package-lock.json is there in its version. Not by file times: a checkout changes those. A built shop
 * `runs` without those that build and test it, which an image leaves out.
 */
function isInstalled({ runs }) {
  const installed = readPackages({ file: join(root, 'node_modules/.package-lock.json') })
  if (!installed || !existsSync(pinnedNode)) return false
  const wanted = Object.entries(readPackages({ file: join(root, 'package-lock.json') }))
  return wanted.every(([path, { version, optional, dev, devOptional }]) => {
    // Optional packages are those of other machines; one that is there must still have the right version.
    const isOptional = optional || (runs && (dev || devOptional))
    return path === '' || (installed[path] ? installed[path].version === version : isOptional === true)
  })
}

/** The environment without what `npm start --some-flag` or NODE_ENV would change about the packages of `npm ci`. */
function makeInstallEnvironment() {
  const unwanted =
    /^(npm_config_(omit|only|production|global|location|dry_run|package_lock_only|prefix|local_prefix|workspaces?)|NODE_ENV)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)))
}

/** Node 26 needs a library that comes with compilers and not with every system. */
function installLibatomic() {
  const known = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  // Where there is no such list, npm's own message has to do.
  if (process.platform !== 'linux' || known.status !== 0 || known.stdout.includes('libatomic.so.1 ')) return
  const install = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  if (process.getuid() === 0) {
    console.log('Installing libatomic1, which Node needs …')
    install('update', '-qq')
    if (install('install', '-y', '-qq', '--no-install-recommends', 'libatomic1')) return
  }
  throw new StepFailed(
    'Node 26 needs libatomic. Install it: apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora).',
  )
}

async function installPackages() {
  installLibatomic()
  console.log('Installing packages: this happens once and takes a minute …')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npmScript = process.env.npm_execpath
  // The npm that started us, run by its own Node: the pinned one is about to be removed with the other packages.
  const isNpm = npmScript && basename(npmScript) === 'npm-cli.js'
  const command = isNpm
    ? { file: process.env.npm_node_execpath || process.execPath, args: [npmScript, ...args] }
    : { file: isWindows ? 'npm.cmd' : 'npm', args, shell: isWindows }
  const { exitCode } = await run({ ...command, env: makeInstallEnvironment() }).catch((error) => {
    throw new StepFailed(`npm cannot be run (${error.message}). Install Node 20 or newer together with npm.`)
  })
  if (exitCode !== 0) throw new StepFailed(`Installing packages failed: npm ci ended with ${exitCode}.`, exitCode)
  if (!existsSync(pinnedNode)) {
    throw new StepFailed('npm left out the install scripts, so Node 26 is missing. Run: npm ci --ignore-scripts=false')
  }
}

function listFiles({ path }) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => listFiles({ path: `${path}/${name}` }))
}

function hashWebSources() {
  const hash = createHash('sha256')
  for (const path of webSources.flatMap((source) => listFiles({ path: source }))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Compresses the built files once, as far as it goes; the server then only sends (server/http/ssr.ts). */
async function compressAssets() {
  const folder = join(root, 'build/client/assets')
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  const compress = async (name) => {
    const content = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION, memLevel: 9 }))
    writeFileSync(
      join(folder, `${name}.br`),
      await promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    )
  }
  await Promise.all(names.map(compress))
}

async function buildWeb({ stamp }) {
  console.log('Building the web …')
  // Without the stamp a build that is cut short is not taken for a whole one.
  rmSync(stampFile, { force: true })
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules/@react-router/dev/package.json'), 'utf8'))
  const builder = join(root, 'node_modules/@react-router/dev', bin['react-router'])
  const env = { ...process.env, NODE_ENV: 'production' }
  const { exitCode, signal, printed } = await run({ file: pinnedNode, args: [builder, 'build'], env, quiet: true })
  if (exitCode !== 0) {
    if (!signal) process.stderr.write(printed)
    throw new StepFailed(`Building the web failed: react-router build ended with ${exitCode}.`, exitCode)
  }
  await compressAssets()
  writeFileSync(stampFile, stamp)
}

/** What is to be there: the packages that the shop `runs` with or all of them, and what is built of the web. */
async function prepare({ runs, builds }) {
  const stamp = builds && hashWebSources()
  const isBuilt = !builds || (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
  if (!isInstalled({ runs: runs && isBuilt })) await installPackages()
  if (!isBuilt) await buildWeb({ stamp })
}

/** Ends this process, as a SIGTERM would, when the npm that started it is gone: `kill -9` of npm tells nobody. */
function followNpm() {
  // `exec` in the script of package.json makes npm itself the parent, instead of a shell that keeps signals to itself.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/**
 * V8 takes what the machine has before it tidies up; a shop may be a guest on it. And V8 takes what a page is made of for
 * things that stay, and puts it where tidying up is dear: that costs a third of a page. The last is for server/tidy-when-quiet.ts.
 * The same in Dockerfile, deploy/ and bench/. See docs/decisions/0021 and 0022.
 */
const tidier = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--initial-old-space-size=100',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
]

async function serve({ isDevelopment }) {
  if (process.env.npm_lifecycle_event) followNpm()
  const { exitCode } = await run({
    file: pinnedNode,
    // Vite takes the packages' development builds, and the server must share the router's with it.
    args: [
      ...(isDevelopment ? ['--conditions=development', '--watch-path=server', '--watch-path=contract', '--watch-preserve-output'] : []),
      ...tidier,
      'server/main.ts',
    ],
    env: {
      // So does the C library, for each thread; and it keeps what a page's bytes leave behind unless they are given back whole.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '32768',
      // What Node has made of the sources, so that the next start does not make it again.
      NODE_COMPILE_CACHE: join(root, 'build/.node'),
      ...process.env,
      NODE_ENV: isDevelopment ? 'development' : 'production',
    },
    // When this process is killed, the channel closes: so the server learns that nobody will tell it to end any more.
    withLifeline: true,
  })
  process.exitCode = exitCode
}

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new StepFailed(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
  }
  const has = (option) => process.argv.includes(option)
  // In development Vite builds each file when it is asked for; a command that shows nothing needs no web.
  await prepare({ runs: !has('--prepare') && !has('--dev'), builds: !has('--packages') && !has('--dev') })
  if (!has('--prepare') && !has('--packages')) await serve({ isDevelopment: has('--dev') })
} catch (error) {
  // What is not a failed step is the file system's: a full or read-only disk, a missing or broken file.
  console.error(error instanceof StepFailed ? error.message : `The shop cannot be made ready in ${root}: ${error.message}`)
  process.exitCode = error.exitCode ?? 1
}
