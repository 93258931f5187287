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

test('the networks of one /48 share a limit', async () => {
  const visitFrom = async (_: unknown, index: number) => {
    const headers = { 'x-forwarded-for': `2001:db8:2:${index.toString(16)}::1` }
    return (await request('POST', '/track/log-visit', { body: { userAgent: 'Script/1' }, headers })).statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 301 }, visitFrom))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('a long user agent is cut between characters, at most 300 units long', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  await request('POST', '/track/log-visit', { body: { userAgent: `Long/1 ${'😀'.repeat(400)}` }, headers })
  const { user_agent } = await database
    .selectFrom('visits')
    .select('user_agent')
    .where('user_agent', 'like', 'Long/1%')
    .executeTakeFirstOrThrow()
  expect(user_agent).toBe(`Long/1 ${'😀'.repeat(146)}`)
})

test('after 200,000 visits of a day only their number is stored', async () => {
  const visit = (userAgent: string) =>
    request('POST', '/track/log-visit', { body: { userAgent }, headers: { 'x-forwarded-for': '203.0.113.8' } })
  const count = (visits: number) => database.updateTable('visit_totals').set({ visits }).execute()
  await visit('First/1')
  await count(199_999)
  await visit('Last/1')
  await visit('More/1')
  const stored = await database.selectFrom('visits').select('user_agent').where('user_agent', 'in', ['Last/1', 'More/1']).execute()
  expect(stored).toEqual([{ user_agent: 'Last/1' }])
  expect(await countVisits({ database })).toBe(200_001)
  await count(0)
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
