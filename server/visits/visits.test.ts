import { expect, test } from 'vitest'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countVisits } from './repository.ts'

const { request, database } = await createTestApp({ environment: { TRUST_PROXY: '1', LIMITS_FACTOR: '1' } })

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

test('a visitor cannot choose the IP that the limit counts', async () => {
  const visit = async (_: unknown, index: number) =>
    (
      await request('POST', '/track/log-visit', {
        body: { userAgent: 'Script/1' },
        headers: { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.7` },
      })
    ).statusCode
  const statuses = await Promise.all(Array.from({ length: 61 }, visit))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('an IP has 60 visits a minute, and an IPv6 network counts as one IP', async () => {
  const visitFrom = async (ip: string) =>
    (await request('POST', '/track/log-visit', { body: { userAgent: 'Script/1' }, headers: { 'x-forwarded-for': ip } })).statusCode
  const statuses = await Promise.all(Array.from({ length: 61 }, (_, index) => visitFrom(`2001:db8:1:2::${index}`)))
  expect(statuses.filter((status) => status === 201)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await visitFrom('2001:db8:1:3::1')).toBe(201)
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
