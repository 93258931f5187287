import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['testing/fail-on-console-error.ts'],
    // Much of it is waiting for a database: one worker less than there are cores, as usual, would leave one idle.
    maxWorkers: '100%',
    hookTimeout: 30_000,
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['{demo,contract,server,simulators}/**/*.test.ts'],
          globalSetup: ['testing/global-setup.ts'],
        },
      },
      // Screens and their state in jsdom: no server, no database.
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['testing/reset-browser.ts'],
          unstubGlobals: true,
        },
      },
      // Several servers, databases and a proxy, each a process of its own: one file at a time is load enough.
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['testing/cluster/*.test.ts'],
          fileParallelism: false,
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
