// `npm start`: installs the packages, builds the web and runs the server with the machine's Node, or with the one of the packages
// when the machine's is too old. Plain JavaScript without packages, because it runs with any Node from version 20 on, before
// anything is installed.
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
const [nodeMajor, nodeMinor] = process.versions.node.split('.').map(Number)
const packagedNode = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
/** Builds and serves. Versions before 24.3 warn that TypeScript is experimental. */
const node = nodeMajor > 24 || (nodeMajor === 24 && nodeMinor >= 3) ? process.execPath : packagedNode
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
  if (!installed || !existsSync(node)) return false
  return Object.entries(readPackages('package-lock.json')).every(([path, { version, optional, dev, devOptional }]) => {
    const mayBeMissing = path === '' || optional || (!needsDevelopment && (dev || devOptional))
    return installed[path] ? installed[path].version === version : mayBeMissing
  })
}

function installPackages() {
  console.log('Installing packages: this happens once and takes a minute …')
  // npm must not run with the Node of node_modules, which it is about to remove.
  const { npm_execpath: npm = '', npm_node_execpath: npmNode = process.execPath } = process.env
  const [file, ...args] = npm.endsWith('npm-cli.js') ? [npmNode, npm] : ['npm']
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(file, [...args, ...options], { cwd: root, stdio: 'inherit', shell: isWindows && file === 'npm' })
  if (result.error) throw new StepError(`npm cannot be run (${result.error.message}). Install Node 20 or newer together with npm.`)
  if (result.status !== 0) throw new StepError('Installing packages failed: see the message of npm ci above.')
  if (!existsSync(node)) {
    throw new StepError('npm did not run the install scripts, so Node 24 is missing. Run: npm ci --ignore-scripts=false')
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
  const result = spawnSync(node, [cli, 'build'], { cwd: root, env, encoding: 'utf8' })
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
  const server = spawn(node, [...(isDevelopment ? watch : []), 'server/main.ts'], { cwd: root, env, stdio })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal]))
  // Ends the server as well when npm is killed.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500).unref()
}

try {
  if (nodeMajor < 20) {
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
