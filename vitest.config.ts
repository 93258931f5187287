import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{catalog,contract,server,testing,web,standins}/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    setupFiles: ['testing/fail-on-console-error.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
