import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from './errors.ts'
import type { ErrorTable } from './kernel/errors/error-table.ts'

test('an error code stands in one table, which is joined, and has the status of an error', async () => {
  const files = globSync('{*,kernel/errors}/*-errors.ts', { cwd: import.meta.dirname })
  const modules: Record<string, ErrorTable>[] = await Promise.all(files.map((file) => import(`${import.meta.dirname}/${file}`)))
  const codes = modules.flatMap((module) => Object.values(module).flatMap((table) => Object.keys(table)))
  expect(codes.toSorted()).toEqual(Object.keys(errors).toSorted())
  for (const [code, { status }] of Object.entries(errors)) expect(status, code).toBeGreaterThanOrEqual(400)
})
