import { expect, test } from 'vitest'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countVisits } from './repository.ts'

const { request, database } = await createTestApp()

test('each visit is counted once and stored', async () => {
  const replies = await Promise.all(
    Array.from({ length: 25 }, (_, index) => request('POST', '/track/log-visit', { body: { userAgent: `Browser/${index}` } })),
  )
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
  expect(await countVisits({ database })).toBe(25)
  const records = await database.selectFrom('visits').select('user_agent').execute()
  expect(records.map((record) => record.user_agent)).toContain('Browser/24')
})

test('a visit without a user agent is rejected', async () => {
  expect((await request('POST', '/track/log-visit', { body: {} })).statusCode).toBe(400)
})

test('the total is rejected for guests', async () => {
  const reply = await request('GET', '/track/total-visits')
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({ code: 'not_signed_in' })
})

test('daily visits, today last, are for administrators only', async () => {
  const { cookies } = await signInAdministrator({ request, database })
  const { days } = (await request('GET', '/track/daily-visits?days=7', { cookies })).json()
  expect(days).toHaveLength(7)
  expect(days.map(({ visits }: { visits: number }) => visits)).toEqual([0, 0, 0, 0, 0, 0, await countVisits({ database })])
  expect((await request('GET', '/track/daily-visits?days=0', { cookies })).statusCode).toBe(400)
  expect((await request('GET', '/track/daily-visits')).statusCode).toBe(401)
  expect((await request('GET', '/track/daily-visits', { cookies: (await signInShopper({ request })).cookies })).statusCode).toBe(403)
})
