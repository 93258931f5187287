import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the container image has the Node of the packages', () => {
  const [dockerfile, packages] = ['Dockerfile', 'package.json'].map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
  expect([...(dockerfile ?? '').matchAll(/node:([\d.]+)-/g)].map(([, version]) => version)).toEqual(
    Array(2).fill(JSON.parse(packages ?? '').dependencies.node),
  )
})
