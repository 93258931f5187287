import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestPostgres } from '#testing/start-test-postgres.ts'

/** Runs `npm run psql -- -l` with a psql that prints its arguments. */
function runPsql(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'psql-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'psql')
  writeFileSync(program, '#!/bin/sh\necho "$@"\n')
  chmodSync(program, 0o755)
  const env = { PATH: [folder, dirname(process.execPath), '/bin'].join(delimiter), DATA_DIR: folder, ...environment }
  return new Promise<string>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'psql.ts'), '-l'], { env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}

test('opens the embedded database of a running shop, or that of DATABASE_URL', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'psql-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  expect(await runPsql({ DATA_DIR: dataDir })).toBe(`No shop runs with DATA_DIR=${dataDir}. Start it first.\n`)
  const { connection, stop } = await startTestPostgres({ dataDir })
  onTestFinished(stop)
  const { host, port, user, database } = connection
  expect(await runPsql({ DATA_DIR: dataDir })).toBe(`-h ${host} -p ${port} -U ${user} ${database} -l\n`)
  const url = 'postgres://shop@db/shop'
  expect(await runPsql({ DATABASE_URL: url, SECRET: 'x'.repeat(32) })).toBe(`${url} -l\n`)
})
