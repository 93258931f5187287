import { defineConfig } from '@playwright/test'
import { findChromium } from './testing/chromium.ts'

const browser = { launchOptions: { executablePath: findChromium(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] } }

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
  // The second try tells a flaky test from a broken one; both fail the run.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: Boolean(process.env.CI),
  reporter: process.env.CI ? [['list']] : [['line']],
  // A trace of every test costs a fifth of the time: TRACE=on npm run e2e, when one failed.
  use: { ...browser, trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off' },
  projects: [
    {
      name: 'phone',
      testMatch: /(guest|guest-payment|card|accessibility)\.test/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'firefox', testMatch: 'firefox/*.test.ts' },
    {
      name: 'desktop',
      testIgnore: /(firefox|guest|guest-payment|card|accessibility)\.test/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
