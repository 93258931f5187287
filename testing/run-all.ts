import { runSteps } from './run-steps.ts'

// `npm test`, after the packages are installed and the web is built.
const passed = await runSteps({
  steps: [
    { name: 'Types, lint, imports, unused code', command: ['npm', 'run', '--silent', 'check'] },
    { name: 'Tests of the API and of screens', command: ['vitest', 'run', '--project', '!cluster'] },
    { name: 'Tests in browsers', command: ['playwright', 'test'] },
    { name: 'Tests with several servers', command: [process.execPath, 'testing/cluster/run.ts'] },
  ],
})
process.exitCode = passed ? 0 : 1
