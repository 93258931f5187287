import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

test('the first start with hot reload bundles the packages of all screens at once', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'shop-vite-'))
  const root = join(import.meta.dirname, '..')
  const vite = await createServer({ root, cacheDir, logLevel: 'silent', server: { middlewareMode: true, ws: false, watch: null } })
  onTestFinished(async () => {
    await vite.close()
    rmSync(cacheDir, { recursive: true, force: true })
  })
  const optimizer = vite.environments.client.depsOptimizer
  await optimizer?.scanProcessing
  const found = Object.keys({ ...optimizer?.metadata.discovered, ...optimizer?.metadata.optimized })
  expect(found).toEqual(expect.arrayContaining(['react', 'react-hook-form', 'react-toastify/unstyled', 'radix-ui', 'zustand', 'zod']))
})
