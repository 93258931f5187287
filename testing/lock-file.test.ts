import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addPlatformPackages, type LockPackages, listUnverified } from './lock-file.ts'

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as { packages: LockPackages }

test('npm verifies every package of the lock file', () => {
  expect([...listUnverified(packages)]).toEqual([])
})

test('a shop that runs without development packages has no compiler', () => {
  const names = ['typescript', 'valibot', 'vite', '@hookform/resolvers']
  expect(names.filter((name) => !packages[`node_modules/${name}`]?.dev)).toEqual([])
})

test('a package of another platform that the lock file lacks is added, and is unverified', () => {
  const tool = { version: '1.0.0', integrity: 'sha512-x', dev: true, optionalDependencies: { '@tool/linux-arm64-musl': '1.0.0' } }
  const completed = addPlatformPackages({ '': {}, 'node_modules/tool': tool })
  expect(completed['node_modules/@tool/linux-arm64-musl']).toEqual({
    version: '1.0.0',
    dev: true,
    optional: true,
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  })
  expect([...listUnverified(completed)]).toEqual([['node_modules/@tool/linux-arm64-musl', '@tool/linux-arm64-musl@1.0.0']])
})

test('the lock file has the optional packages of all platforms', () => {
  expect(Object.keys(addPlatformPackages(packages))).toEqual(Object.keys(packages))
})
