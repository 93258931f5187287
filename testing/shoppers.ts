import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './test-app.ts'

type Cookies = Record<string, string>

export function readCookies(reply: LightMyRequestResponse): Cookies {
  return Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
}

/** Signs in a new shopper. */
export async function signInShopper({
  request,
  name = `shopper-${randomUUID().slice(0, 8)}`,
  pin = '4321',
}: {
  request: TestApp['request']
  name?: string
  pin?: string
}) {
  const reply = await request('POST', '/users/login', { body: { name, pin } })
  return { _id: reply.json<{ user: { _id: string } }>().user._id, name, pin, cookies: readCookies(reply) }
}

/** Signs in a new administrator. */
export async function signInAdministrator({ request, database }: Pick<TestApp, 'request' | 'database'>) {
  const shopper = await signInShopper({ request })
  await database.updateTable('users').set({ role: 'admin' }).where('id', '=', shopper._id).execute()
  return shopper
}
