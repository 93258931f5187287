import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp({ environment: { LIMITS_FACTOR: '1', TRUST_PROXY: '1' } })
beforeEach(async () => {
  await database.deleteFrom('limits').execute()
})

const write = async (ip: string) => {
  const body = { name: 'Asha', replyTo: 'asha@example.com', orderNumber: '', message: 'Hello' }
  return (await request('POST', '/contact', { body, headers: { 'x-forwarded-for': ip } })).statusCode
}

async function writeFrom(ips: readonly string[]): Promise<number> {
  let accepted = 0
  for (const ip of ips) if ((await write(ip)) === 202) accepted += 1
  return accepted
}

test('seven spellings of one IPv6 /64 have one limit', async () => {
  const ips = ['::1', '::2', ':0:0:0:1', ':ffff::1', ':1:2:3:4', ':0::9', ':8000::'].map((rest) => `2001:db8:1:2${rest}`)
  expect(await writeFrom(ips)).toBe(5)
})

// An IPv4 address has ten times the limit of a person.
test.each([
  ['IPv6 /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`, '2001:db8:2::1', 25],
  ['IPv4 /24', (index: number) => `203.0.113.${index}`, '203.0.114.1', 250],
])('the addresses of one %s have five times the limit of one', async (_, createIp, other, limit) => {
  expect(await writeFrom(Array.from({ length: limit + 5 }, (_, index) => createIp(index)))).toBe(limit)
  expect(await write(other)).toBe(202)
})

const signIn = async ({ ip, device }: { ip: string; device?: string }) => {
  const body = { name: `Meera ${randomUUID().slice(0, 13)}`, pin: '7391' }
  const reply = await request('POST', '/users/login', { body, cookies: device ? { device } : {}, headers: { 'x-forwarded-for': ip } })
  return reply.statusCode
}

test('one browser opens at most 20 accounts an hour', async () => {
  const { cookies } = await signInShopper({ request })
  const device = cookies.device ?? ''
  const statuses = []
  for (let index = 0; index < 20; index += 1) statuses.push(await signIn({ ip: `10.${index}.0.1`, device }))
  expect(statuses).toEqual([...Array(19).fill(200), 429])
  expect(await signIn({ ip: '10.99.0.1' })).toBe(200)
})

test('one browser asks for at most 10 verification links an hour, for all accounts together', async () => {
  const statuses = []
  for (let index = 0; index < 11; index += 1) {
    const { cookies, pin } = await signInShopper({ request })
    const body = { email: `${randomUUID()}@example.com`, currentPin: pin }
    const reply = await request('POST', '/users/account/email', {
      body,
      cookies: { ...cookies, device: 'the token of a browser with many accounts' },
      headers: { 'x-forwarded-for': `10.${index}.0.1` },
    })
    statuses.push(reply.statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
