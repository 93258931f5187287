// `npm start`: installs the packages, builds the web and runs the server with the pinned Node. Plain JavaScript without
// packages, because it runs with any Node from version 20 on, before anything is installed.
// `node start.mjs --prepare` installs and builds only, `--packages` installs only, `--dev` serves with hot reload.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('.', import.meta.url))
const isWindows = process.platform === 'win32'
const pinnedNode = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
const stampFile = join(root, 'build/.stamp')
const webSources = [
  ...['web', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
]

/** An expected failure: its message is printed without a stack. */
class StepError extends Error {}

function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

/** Whether node_modules has the versions of package-lock.json. A built shop runs without its development packages. */
function isInstalled({ needsDevelopment }) {
  const installed = readPackages('node_modules/.package-lock.json')
  if (!installed || !existsSync(pinnedNode)) return false
  return Object.entries(readPackages('package-lock.json')).every(([path, { version, optional, dev, devOptional }]) => {
    const mayBeMissing = path === '' || optional || (!needsDevelopment && (dev || devOptional))
    return installed[path] ? installed[path].version === version : mayBeMissing
  })
}

/** Node 26 needs a library that some Linux systems do not have. */
function installLibatomic() {
  const libraries = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  if (process.platform !== 'linux' || libraries.status !== 0 || libraries.stdout.includes('libatomic.so.1 ')) return
  const aptGet = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  if (process.getuid() === 0) {
    console.log('Installing libatomic1, which Node needs …')
    aptGet('update', '-qq')
    if (aptGet('install', '-y', '-qq', '--no-install-recommends', 'libatomic1')) return
  }
  throw new StepError('Node 26 needs libatomic. Install it: apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora).')
}

function installPackages() {
  installLibatomic()
  console.log('Installing packages: this happens once and takes a minute …')
  // npm must not run with the pinned Node of node_modules, which it is about to remove.
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const [file, ...args] = npm.endsWith('npm-cli.js') ? [node, npm] : ['npm']
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(file, [...args, ...options], { cwd: root, stdio: 'inherit', shell: isWindows && file === 'npm' })
  if (result.error) throw new StepError(`npm cannot be run (${result.error.message}). Install Node 20 or newer together with npm.`)
  if (result.status !== 0) throw new StepError('Installing packages failed: see the message of npm ci above.')
  if (!existsSync(pinnedNode)) {
    throw new StepError('npm did not run the install scripts, so Node 26 is missing. Run: npm ci --ignore-scripts=false')
  }
}

function hashWebSources() {
  const hash = createHash('sha256')
  const listFiles = (path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path))
          .sort()
          .flatMap((name) => listFiles(`${path}/${name}`))
      : [path]
  for (const path of webSources.flatMap(listFiles)) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** The server sends these files as they are (@fastify/static, preCompressed). */
function compressAssets() {
  const folder = join(root, 'build/client/assets')
  for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const content = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
  }
}

function buildWeb({ stamp }) {
  console.log('Building the web …')
  // Without its stamp an interrupted build is repeated.
  rmSync(stampFile, { force: true })
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = spawnSync(pinnedNode, [cli, 'build'], { cwd: root, env, encoding: 'utf8' })
  if (result.status !== 0) {
    process.stderr.write(result.stdout + result.stderr)
    throw new StepError('Building the web failed: see the message of react-router build above.')
  }
  compressAssets()
  writeFileSync(stampFile, stamp)
}

function serve({ isDevelopment }) {
  const watch = ['--conditions=development', '--watch-path=server', '--watch-path=contract', '--watch-preserve-output']
  // Not in build/: the server writes when it ends, and a build meanwhile could not remove the folder.
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    NODE_ENV: isDevelopment ? 'development' : 'production',
  }
  // When this process is killed, the IPC channel closes and the server ends.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const server = spawn(pinnedNode, [...(isDevelopment ? watch : []), 'server/main.ts'], { cwd: root, env, stdio })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal]))
  // Ends the server as well when npm is killed.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500).unref()
}

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new StepError(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
  }
  const [isPrepare, isPackages, isDevelopment] = ['--prepare', '--packages', '--dev'].map((option) => process.argv.includes(option))
  const needsWeb = !isPackages && !isDevelopment
  const stamp = needsWeb && hashWebSources()
  const isBuilt = !needsWeb || (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
  if (!isInstalled({ needsDevelopment: isPrepare || isDevelopment || !isBuilt })) installPackages()
  if (!isBuilt) buildWeb({ stamp })
  if (!isPrepare && !isPackages) serve({ isDevelopment })
} catch (error) {
  console.error(error instanceof StepError ? error.message : `The shop cannot be prepared in ${root}: ${error.message}`)
  process.exitCode = 1
}
