import { randomUUID } from 'node:crypto'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, vi } from 'vitest'
import { toNameColumns } from '#server/accounts/users/repository.ts'
import { createTestApp } from './test-app.ts'

interface Attempt {
  readonly name: string
  readonly pin: string
  readonly from?: string
  readonly solution?: string
  readonly code?: string
  readonly phoneDigits?: string
  readonly cookies?: Record<string, string>
}

/** The error code of a reply to a sign-in. */
export const readOutcome = (reply: LightMyRequestResponse): string => reply.json().code ?? 'signed in'

/** What the script of the sign-in page does. */
export async function solve(reply: LightMyRequestResponse): Promise<string> {
  const challenge: Challenge = reply.json().challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Challenges that are solved in a millisecond. */
const challengeWork = { memoryCost: 8, minCounter: 1, maxCounter: 2 }

/** An app whose limits count, with functions that sign in from chosen IP addresses. PINs are compared without hashing. */
export async function setUpSignInAttempts() {
  const shop = await createTestApp({ environment: { TRUST_PROXY: '1', LIMITS_FACTOR: '1' }, challengeWork })
  const { request, database, pins } = shop

  beforeEach(async () => {
    await database.deleteFrom('limits').execute()
    // What a hash costs is counted, not spent.
    vi.spyOn(pins, 'hash').mockImplementation(async (pin) => pin)
    vi.spyOn(pins, 'verify').mockImplementation(async ({ pin, pinHash }) => pin === pinHash)
  })

  const signIn = ({ from = '198.51.100.1', cookies, ...body }: Attempt) =>
    request('POST', '/users/login', { body, headers: { 'x-forwarded-for': from }, ...(cookies && { cookies }) })

  return {
    shop,
    database,
    pins,
    signIn,
    /** Signs in and solves the challenge if there is one. */
    signInSolving: async (attempt: Attempt) => {
      const reply = await signIn(attempt)
      return readOutcome(reply) === 'challenge_required' ? signIn({ ...attempt, solution: await solve(reply) }) : reply
    },
    addAccount: async (pin: string) => {
      // A letter, because `owner` with digits only is a reserved name.
      const name = `owner x${randomUUID().slice(0, 8)}`
      const row = { ...toNameColumns(name), pin_hash: pin }
      const { id } = await database.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, name, pin }
    },
    /** Accounts from before, every third with the PIN 1234, or as many as said. */
    addAccounts: async (count: number, { every = 3 } = {}) => {
      const names = Array.from({ length: count }, (_, index) => `victim ${index} ${randomUUID().slice(0, 8)}`)
      const rows = names.map((name, index) => ({
        name,
        name_key: name,
        name_skeleton: name,
        pin_hash: index % every === every - 1 ? '1234' : '7294',
      }))
      return database.insertInto('users').values(rows).returning(['id', 'name']).execute()
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
