import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '#testing/small-disk.ts'
import { readSecret } from './secret.ts'
import { StartupError } from './startup-error.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('servers that start at once get the same secret, which only its owner can read', async () => {
  const settings = { DATA_DIR: join(makeFolder(), 'data') }
  const secrets = await Promise.all(Array.from({ length: 16 }, () => readSecret({ settings })))
  expect(secrets).toEqual(Array(16).fill(expect.stringMatching(/^[0-9a-f]{64}$/)))
  expect([...new Set(secrets), await readSecret({ settings })]).toEqual([secrets[0], secrets[0]])
  expect(readdirSync(settings.DATA_DIR)).toEqual(['secret'])
  expect(statSync(join(settings.DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test.each(['', 'a'.repeat(31)])('a truncated secret fails with a startup error: "%s"', async (content) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'secret'), content)
  const attempt = readSecret({ settings: { DATA_DIR: folder } })
  await expect(attempt).rejects.toThrow(StartupError)
  await expect(attempt).rejects.toThrow('is damaged: it is too short. Restore it from a backup')
})

const disk = mountSmallDisk({ megabytes: 1 })
test.runIf(disk)('a failed write leaves no file, and the next attempt creates the secret', async () => {
  if (!disk) return
  onTestFinished(disk.remove)
  const settings = { DATA_DIR: disk.folder }
  disk.fill()
  await expect(readSecret({ settings })).rejects.toMatchObject({ code: 'ENOSPC' })
  disk.clear()
  expect(readdirSync(disk.folder)).toEqual([])
  expect(await readSecret({ settings })).toHaveLength(64)
})
