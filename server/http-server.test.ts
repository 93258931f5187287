import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { serveShop } from './http-server.ts'

const { database, connection, settings, images } = await createTestApp()

test('whoever begins to hear of changes reads no replica that may not know what went unheard', async () => {
  const noteChange = vi.fn()
  const parts = new AsyncDisposableStack()
  onTestFinished(() => parts.disposeAsync())
  const opened = { database, reading: database, connection, noteChange }
  await serveShop({
    settings: { ...settings, PORT: 0, HOST: '127.0.0.1', SECRET: 'x'.repeat(32) },
    ...{ opened, images, gateway: undefined, parts },
  })
  await expect.poll(() => noteChange.mock.calls.length).toBe(1)
})
