import { randomInt } from 'node:crypto'
import { installPrograms } from './find-program.ts'
import { runSteps, type Step } from './run-steps.ts'

// `npm test` is what every change must pass; `npm run test:all` adds what takes long or needs other programs. Both run after the packages are
// installed and the web is built.

const isWhole = process.argv.includes('--all')

const check: Step = { name: 'Types, lint, imports, unused code', command: ['npm', 'run', '--silent', 'check'] }
const unit: Step = {
  name: 'Tests of the API and of screens',
  // The step of types and lint runs the boundaries.
  command: ['vitest', 'run', '--project', '!cluster', '--exclude', '**/*.nightly.test.ts', '--exclude', 'testing/boundaries.test.ts'],
}
const browser: Step = { name: 'Tests in a browser', command: ['playwright', 'test', '--project=chromium', '--grep-invert', '@nightly'] }
const servers: Step = {
  name: 'Tests with several servers',
  command: ['vitest', 'run', '--project', 'cluster', 'workers.test', 'two-servers.test'],
}

/** Programs of the tests with several servers that npm does not install. */
const programs = ['caddy', 'nginx', 'pgbouncer', 'patroni', 'etcd', 'haproxy', 'initdb', 'firefox-esr'] as const

/** What `npm run test:all` runs, or why it cannot run on this machine. */
function listWholeSteps(): Parameters<typeof runSteps>[0] {
  const problem = installPrograms(programs)
  if (problem) throw new Error(problem)
  // A red run is repeated with the seed that it prints.
  const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31))
  console.log(`FUZZ_SEED=${seed}`)
  return {
    sequences: [
      [
        check,
        {
          ...unit,
          command: ['vitest', 'run', '--project', '!cluster'],
          env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '200', FUZZ_SEED: seed },
        },
      ],
      [{ name: 'Tests in all browsers', command: ['playwright', 'test'], env: { FULL_CHROMIUM: '1' } }],
    ],
    last: [{ name: 'Tests with several servers', command: ['vitest', 'run', '--project', 'cluster'], env: { KILLS: '28' } }],
  }
}

// Side by side, because tests wait for a database, timers and animations nearly half of their time.
const passed = await runSteps(isWhole ? listWholeSteps() : { sequences: [[unit], [browser, check, servers]], last: [] })
process.exitCode = passed ? 0 : 1
