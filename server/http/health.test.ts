import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const { app, database } = await createTestApp({ overrideConnection: async () => ({ max: 1, connectionTimeoutMillis: 500 }) })

test('a server whose connections all are in use is ready none the less', async () => {
  await database.transaction().execute(async () => {
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
})
