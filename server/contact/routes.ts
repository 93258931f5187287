import type { FastifyInstance } from 'fastify'
import { claimKey, findStoredAnswer, storeAnswer } from '../database/idempotency.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { AppDependencies } from '../dependencies.ts'
import { defineRoute } from '../http/define-route.ts'
import { queueMessage } from './outbox.ts'

/** Messages of one address: every one of them is read by a person. */
const budget = { points: 5, seconds: 3_600 }

const taken = { message: 'Thank you. Your message is on its way to us.' }

export function contactRoutes(api: FastifyInstance, { database, settings }: Pick<AppDependencies, 'database' | 'settings'>): void {
  const limit = createRateLimit({ database, name: 'contact', points: budget.points * settings.LIMITS_FACTOR, seconds: budget.seconds })

  defineRoute(api, 'sendContactMessage', async ({ body, headers, request }) => {
    const key = headers['idempotency-key']
    const claim = key === undefined ? undefined : { scope: 'contact', key, body }
    // A message that was taken is not one more when it comes again.
    if (claim && (await findStoredAnswer({ database, claim }))) return taken
    await limit.consume(request.ip)
    // Taken, as far as a program can see: told of the trap it would walk around it.
    if (body.leaveEmpty) return taken
    const { leaveEmpty, orderNumber, ...rest } = body
    await database.transaction().execute(async (trx) => {
      if (claim && (await claimKey({ trx, claim })) !== undefined) return
      await queueMessage({ trx, queued: { ...rest, orderNumber } })
      if (claim) await storeAnswer({ trx, claim, answer: taken })
    })
    return taken
  })
}
