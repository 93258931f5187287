import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addPlatformPackages, type LockPackages, listUnverified } from './lock-file.ts'

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as { packages: LockPackages }

/**
 * Development tools of which the registry that wrote the lock file lacks other platforms than Linux with glibc. `npm run lock` fills what
 * the registry has; remove the name here when all of its packages have their integrity.
 */
const lacking = ['@biomejs/cli-', '@oxc-parser/binding-', '@tailwindcss/oxide-']

test('npm verifies every package of the lock file but development tools of other platforms', () => {
  const unverified = [...listUnverified(packages)]
  const unexpected = unverified.filter(([path, specifier]) => {
    const { dev, optional } = packages[path] ?? {}
    return !(dev && optional && lacking.some((start) => specifier.startsWith(start)))
  })
  expect(unexpected).toEqual([])
  expect(lacking.filter((start) => unverified.every(([, specifier]) => !specifier.startsWith(start)))).toEqual([])
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
