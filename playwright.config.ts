import { defineConfig } from '@playwright/test'
import { findChromium } from './testing/chromium.ts'

const executablePath = findChromium()
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
  // Traces without pictures of each step: those cost a fifth of the time. TRACE=on records them, too.
  use: { ...browser, trace: { mode: 'retain-on-failure', screenshots: process.env.TRACE === 'on' } },
  projects: [
    {
      name: 'phone',
      testMatch: /(guest|guest-payment|card|accessibility)\.test/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'firefox', testMatch: 'firefox/*.test.ts' },
    {
      name: 'desktop',
      // The headless shell refuses notifications.
      testIgnore: [
        /(firefox|guest|guest-payment|card|accessibility)\.test/,
        ...(executablePath.includes('headless-shell') ? [/push-notifications\.test/] : []),
      ],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
