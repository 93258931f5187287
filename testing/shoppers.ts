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

/** A name that no account has. */
export const newName = () => `asha ${randomUUID().slice(0, 8)}`

/** Signs in, from an IP address behind the proxy, and reads who is signed in. */
export function createSignIn({ request }: Pick<TestApp, 'request'>) {
  return {
    signIn: (name: string, pin: string, more: { cookies?: Record<string, string>; from?: string } = {}) =>
      request('POST', '/users/login', {
        body: { name, pin },
        ...(more.cookies && { cookies: more.cookies }),
        headers: { 'x-forwarded-for': more.from ?? '198.51.100.1' },
      }),
    whoIs: (cookies: Record<string, string>) => request('GET', '/users/loggedinuser', { cookies }),
  }
}
