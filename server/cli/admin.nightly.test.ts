import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestPostgres } from '#testing/start-test-postgres.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'admin-test-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run admin -- …` with only these settings. */
function runAdmin({ args, environment = {} }: { args: string[]; environment?: Record<string, string> }) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder, ...environment }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

test('creates an administrator of a stopped shop, and a new PIN of a running one', async () => {
  const made = await runAdmin({ args: ['Meera'] })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/Meera is a new administrator\. {2}PIN: \d{8}\n/)
  const running = await startTestPostgres({ dataDir: folder })
  const reset = await runAdmin({ args: ['meera'] }).finally(running.stop)
  expect(reset).toMatchObject({ code: 0, stderr: '' })
  expect(reset.stdout).toMatch(/Meera is an administrator with a new PIN, signed out everywhere\. {2}PIN: \d{8}\n/)
})

test('expected errors are one line', async () => {
  writeFileSync(join(folder, 'file'), '')
  const results = await Promise.all([
    runAdmin({ args: [] }),
    runAdmin({ args: ['Meera'], environment: { PORT: 'eighty' } }),
    runAdmin({ args: ['Meera'], environment: { DATABASE_URL: 'postgres://127.0.0.1:1/shop', SECRET: 'x'.repeat(32) } }),
    runAdmin({ args: ['Meera'], environment: { DATA_DIR: join(folder, 'file') } }),
  ])
  expect(results.map(({ code, stderr }) => [code, stderr.trim().split('\n').length])).toEqual([1, 1, 1, 1].map((code) => [code, 1]))
  expect(results.map(({ stderr }) => stderr.trim())).toEqual([
    'A name is missing: npm run admin -- NAME',
    expect.stringMatching(/^Setting PORT must be a port number/),
    expect.stringMatching(/^DATABASE_URL: no connection to 127\.0\.0\.1:1/),
    expect.stringMatching(/^DATA_DIR=.* cannot be used: there is a file where/),
  ])
})
