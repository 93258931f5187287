import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { browserTests } from './browser-tests.ts'

// `npm run test:changed`: the tests of the features whose files differ from origin/main (`npm run test:changed -- HEAD~3` for another commit), in all
// zones and in the browser. It is for the work on a feature; `npm test` also finds what a change breaks elsewhere.

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

function listChangedFiles({ since }: { since: string }): string[] {
  return [...git('diff', '--name-only', '--merge-base', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The folder of a feature, such as `orders` of server/orders/… and web/admin/orders/…. */
const featurePattern = /^(?:contract|server|simulators|web\/admin|web)\/([^/.]+)\//

const run = (program: string, args: readonly string[]) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0

const files = listChangedFiles({ since: process.argv[2] ?? 'origin/main' })
const features = [...new Set(files.flatMap((file) => featurePattern.exec(file)?.[1] ?? []))]
const folders = features.flatMap((feature) => ['contract', 'server', 'simulators', 'web', 'web/admin'].map((zone) => `${zone}/${feature}/`))
const unitTests = [
  ...folders.filter((folder) => existsSync(join(root, folder))),
  ...files.filter((file) => /^(?!e2e).*\.test\.tsx?$/.test(file)),
]
const browser = [
  ...new Set([
    ...features.flatMap((feature) => browserTests[feature] ?? []).map((name) => `e2e/${name}.test`),
    ...files.filter((file) => /^e2e\/.*\.test\.ts$/.test(file)),
  ]),
]
const elsewhere = files.filter((file) => !featurePattern.test(file) && !file.includes('.test.'))
console.log(`Features: ${features.join(', ') || 'none'}`)
if (elsewhere.length > 0) console.log(`Not covered here, only by npm test: ${elsewhere.join(', ')}`)

const passed = [
  unitTests.length === 0 || run('vitest', ['run', '--project', '!cluster', '--passWithNoTests', ...unitTests]),
  browser.length === 0 || run('playwright', ['test', '--project=chromium', ...browser]),
]
process.exitCode = passed.every(Boolean) ? 0 : 1
