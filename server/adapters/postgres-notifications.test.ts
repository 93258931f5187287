import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { createTestApp } from '#testing/test-app.ts'
import { subscribe } from './postgres-notifications.ts'

const { connection, database } = await createTestApp()

async function subscribeThroughProxy() {
  const proxy = await startDatabaseProxy(connection)
  const events: string[] = []
  const subscription = subscribe({
    connection: { ...connection, host: '127.0.0.1', port: proxy.port, ssl: false },
    channels: ['test_channel'],
    onNotification: () => void events.push('notification'),
    onConnected: () => void events.push('connected'),
    onDisconnected: () => void events.push('disconnected'),
  })
  onTestFinished(async () => {
    await subscription.close()
    await proxy.close()
  })
  await expect.poll(() => events).toEqual(['connected'])
  return { proxy, events }
}

test('a broken connection is reported once and replaced', async () => {
  const { proxy, events } = await subscribeThroughProxy()
  proxy.dropConnections()
  await expect.poll(() => events).toEqual(['connected', 'disconnected', 'connected'])
  await sql`notify test_channel`.execute(database)
  await expect.poll(() => events).toEqual(['connected', 'disconnected', 'connected', 'notification'])
})

test('a silent connection is reported once and replaced', async () => {
  const { proxy, events } = await subscribeThroughProxy()
  proxy.hang()
  await expect.poll(() => events).toEqual(['connected', 'disconnected'])
  proxy.restore()
  await expect.poll(() => events).toEqual(['connected', 'disconnected', 'connected'])
})
