import { expect, onTestFinished, test, vi } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { createTestApp } from '#testing/test-app.ts'
import { subscribe } from './postgres-notifications.ts'

const { connection } = await createTestApp()

async function listen({ askEveryMs }: { askEveryMs: number }) {
  const proxy = await startDatabaseProxy(connection)
  const told: string[] = []
  const hearing = subscribe({
    connection: { ...connection, host: '127.0.0.1', port: proxy.port, ssl: false },
    ...{ channel: 'test_news', onNews: () => {}, askEveryMs },
    onHearing: () => void told.push('hearing'),
    onDeaf: () => void told.push('deaf'),
  })
  onTestFinished(async () => {
    await hearing.close()
    await proxy.close()
  })
  await expect.poll(() => told).toEqual(['hearing'])
  return { proxy, told }
}

test('a line that breaks is told when it breaks, not when it is next asked, and once', async () => {
  const { proxy, told } = await listen({ askEveryMs: 3_600_000 })
  proxy.cut()
  await vi.waitUntil(() => told.length >= 3, { timeout: 10_000 })
  expect(told).toEqual(['hearing', 'deaf', 'hearing'])
})

test('a line that falls silent is told, and heard again when it speaks', async () => {
  const { proxy, told } = await listen({ askEveryMs: 1 })
  proxy.silence()
  await vi.waitUntil(() => told.includes('deaf'), { timeout: 10_000 })
  proxy.cut()
  proxy.open()
  await vi.waitUntil(() => told.length >= 3, { timeout: 10_000 })
  expect(told).toEqual(['hearing', 'deaf', 'hearing'])
})
