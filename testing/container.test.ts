import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packages from '../package.json' with { type: 'json' }

test('the container image has the Node of the packages', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  expect([...dockerfile.matchAll(/node:([\d.]+)-/g)].map(([, version]) => version)).toEqual(Array(2).fill(packages.dependencies.node))
})
