import { expect, onTestFinished, test, vi } from 'vitest'
import { mountSmallDisk } from './small-disk.ts'

test('where no disk can be mounted, its tests are left out, but fail in CI', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  // Without programs there is no `mount`.
  vi.stubEnv('PATH', '')
  vi.stubEnv('CI', '')
  expect(mountSmallDisk({ megabytes: 1 })).toBeUndefined()
  vi.stubEnv('CI', '1')
  expect(() => mountSmallDisk({ megabytes: 1 })).toThrow(
    'The tests of a full disk need root and the capability SYS_ADMIN: spawnSync mount ENOENT',
  )
})
