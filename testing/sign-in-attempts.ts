import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, vi } from 'vitest'
import { toNameColumns } from '#server/accounts/repository.ts'
import { createTestApp } from './test-app.ts'

interface Attempt {
  readonly name: string
  readonly pin: string
  readonly from?: string
  readonly solution?: string
  readonly cookies?: Record<string, string>
}

/** The error code of a reply to a sign-in. */
export const readOutcome = (reply: LightMyRequestResponse): string => reply.json().code ?? 'signed in'

/** An app whose limits count, with functions that sign in from chosen IP addresses. PINs are compared without hashing. */
export async function setUpSignInAttempts() {
  const { request, database, pins } = await createTestApp({ environment: { TRUST_PROXY: '1', LIMITS_FACTOR: '1' } })

  beforeEach(async () => {
    await database.deleteFrom('limits').execute()
    // What a hash costs is counted, not spent.
    vi.spyOn(pins, 'hash').mockImplementation(async (pin) => pin)
    vi.spyOn(pins, 'verify').mockImplementation(async ({ pin, pinHash }) => pin === pinHash)
  })

  return {
    database,
    pins,
    signIn: ({ from = '198.51.100.1', cookies, ...body }: Attempt) =>
      request('POST', '/users/login', { body, headers: { 'x-forwarded-for': from }, ...(cookies && { cookies }) }),
    addAccount: async (pin: string) => {
      const name = `owner ${randomUUID().slice(0, 8)}`
      const row = { ...toNameColumns(name), pin_hash: pin }
      const { id } = await database.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, name, pin }
    },
    /** Uses up points of a limit. */
    spend: (key: string, points: number) =>
      database
        .insertInto('limits')
        .values({ key, points, expire: Date.now() + 60_000 })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ points }))
        .execute(),
  }
}
