import { spawnSync } from 'node:child_process'
import { installPrograms } from '../find-program.ts'

// The last step of `npm test`: the tests with several servers need programs that npm does not install. Without them they are left
// out with a message, but never in CI (`CI=1`).
const problem = installPrograms(['nginx', 'pgbouncer', 'patroni', 'etcd', 'haproxy', 'initdb'])
if (problem && !process.env.CI) {
  console.log(`\nThe tests with several servers did not run. ${problem} Then: npm run test:cluster\n`)
} else {
  const { status } = spawnSync('vitest', ['run', '--project', 'cluster'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
