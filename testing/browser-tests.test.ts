import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { browserTests } from './browser-tests.ts'

const root = join(import.meta.dirname, '..')

test('every browser test belongs to a feature', () => {
  const files = globSync('e2e/*.test.ts', { cwd: root }).map((file) => basename(file, '.test.ts'))
  expect([...new Set(Object.values(browserTests).flat())].toSorted()).toEqual(files.toSorted())
})

test('every feature is a folder', () => {
  const zones = ['contract', 'server', 'simulators', 'web', 'web/admin']
  expect(Object.keys(browserTests).filter((name) => !zones.some((zone) => existsSync(join(root, zone, name))))).toEqual([])
})
