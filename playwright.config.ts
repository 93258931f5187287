import { defineConfig } from '@playwright/test'
import { findChromium } from './testing/chromium.ts'

const executablePath = findChromium()
/** Pictures and copies of each step in the traces cost a third of the time. */
const isTraced = process.env.TRACE === 'on'
const browser = { launchOptions: { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] } }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // On two cores, because the tests wait for the server and for animations about half of the time.
  workers: 3,
  fullyParallel: true,
  // A shared machine may be many times slower than usual; what never comes still fails.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [[process.env.CI ? 'list' : 'line'], ['./e2e/flaky-reporter.ts']],
  use: {
    ...browser,
    // Without it, a step that cannot be done ends with the test.
    actionTimeout: 60_000,
    trace: { mode: 'retain-on-failure', screenshots: isTraced, snapshots: isTraced },
  },
  projects: [
    {
      name: 'chromium',
      // The headless shell refuses notifications.
      testIgnore: ['firefox/*.test.ts', ...(executablePath.includes('headless-shell') ? ['push-notifications.test.ts'] : [])],
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: 'firefox', testMatch: 'firefox/*.test.ts' },
  ],
})
