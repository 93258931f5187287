import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/embedded-postgres.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'admin-test-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command as `npm run admin -- …` does, knowing nothing but these settings. */
function runAdmin({ words, environment = {} }: { words: string[]; environment?: Record<string, string> }) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder, ...environment }
  return new Promise<{ code: number; out: string; complaint: string }>((resolve) => {
    const child = execFile(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...words], { env }, (_error, out, complaint) =>
      resolve({ code: child.exitCode ?? -1, out, complaint }),
    )
  })
}

test('makes an administrator of a shop that does not run, and a new PIN while it does', async () => {
  const made = await runAdmin({ words: ['Meera'] })
  expect(made).toMatchObject({ code: 0, complaint: '' })
  expect(made.out).toMatch(/Meera is a new administrator\. {2}PIN: \d{8}\n/)
  const running = await startEmbeddedPostgres({ dataDir: folder, onUnexpectedExit: console.error })
  const keyed = await runAdmin({ words: ['meera'] }).finally(running.stop)
  expect(keyed).toMatchObject({ code: 0, complaint: '' })
  expect(keyed.out).toMatch(/Meera is an administrator with a new PIN, signed out everywhere\. {2}PIN: \d{8}\n/)
})

test('what is wrong is said in one line', async () => {
  writeFileSync(join(folder, 'file'), '')
  const complaints = await Promise.all([
    runAdmin({ words: [] }),
    runAdmin({ words: ['Meera'], environment: { PORT: 'eighty' } }),
    runAdmin({ words: ['Meera'], environment: { DATABASE_URL: 'postgres://127.0.0.1:1/shop', SECRET: 'x'.repeat(32) } }),
    runAdmin({ words: ['Meera'], environment: { DATA_DIR: join(folder, 'file') } }),
  ])
  expect(complaints.map(({ code, complaint }) => [code, complaint.trim().split('\n').length])).toEqual(
    [1, 1, 1, 1].map((code) => [code, 1]),
  )
  expect(complaints.map(({ complaint }) => complaint.trim())).toEqual([
    'Say whose PIN to make: npm run admin -- NAME',
    expect.stringMatching(/^Setting PORT must be a port number/),
    expect.stringMatching(/^DATABASE_URL: no connection to 127\.0\.0\.1:1/),
    expect.stringMatching(/^DATA_DIR=.* cannot be used: there is a file where/),
  ])
})
