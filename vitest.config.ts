import { defineConfig } from 'vitest/config'
import { divideTests } from './testing/test-projects.ts'

const { database, rules } = divideTests()

export default defineConfig({
  test: {
    setupFiles: ['testing/fail-on-console-error.ts'],
    // Tests mostly wait for the database, so the default of one worker less than there are cores leaves one idle.
    maxWorkers: '100%',
    // A shared machine may be many times slower than usual; what never comes still fails.
    hookTimeout: 180_000,
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Keeps transformed modules for the next run.
    fsModuleCache: true,
    projects: [
      // Tests of the server, the contract and the simulators that need no database.
      { extends: true, test: { name: 'rules', include: rules, isolate: false, setupFiles: ['testing/restore-globals.ts'] } },
      {
        extends: true,
        test: {
          name: 'shop',
          include: database,
          globalSetup: ['testing/global-setup.ts'],
          // Importing the server once per worker instead of once per file saves a quarter of the time; so no file may use vi.mock.
          isolate: false,
          setupFiles: ['testing/restore-globals.ts'],
        },
      },
      // The lint rules that hold the boundaries between folders.
      { extends: true, test: { name: 'boundaries', include: ['testing/*.test.ts'] } },
      // Screens and their state in jsdom: no server, no database.
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Starts jsdom three times as fast as processes do.
          pool: 'vmThreads',
          setupFiles: ['testing/reset-browser.ts'],
          unstubGlobals: true,
        },
      },
      // Starts several servers, a database and a proxy: two files at a time.
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['testing/cluster/*.test.ts'],
          maxWorkers: 2,
          hookTimeout: 600_000,
          testTimeout: 600_000,
        },
      },
    ],
  },
})
