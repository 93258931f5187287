import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const { request } = await createTestApp({ environment: { LIMITS_FACTOR: '1' } })

test('one address tries few links of refunds', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 32; count += 1) statuses.push((await request('POST', '/payouts/find', { body: { token: 'x' } })).statusCode)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
})
