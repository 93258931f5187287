import type { FastifyInstance } from 'fastify'
import { claimKey, findStoredAnswer, storeAnswer } from '../database/idempotency.ts'
import type { Database } from '../database/schema.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { queueContactMail } from '../mail/outbox.ts'

/** Messages of one IP: a person reads each of them. */
const contactLimit = { name: 'contact', points: 5, seconds: 3_600 }

const accepted = { message: 'Thank you. Your message is on its way to us.' }

export function contactRoutes(
  api: FastifyInstance,
  { database, settings, requestMails }: { database: Database; settings: { readonly LIMITS_FACTOR: number }; requestMails: () => void },
): void {
  const limit = createClientLimit({ ...contactLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'sendContactMessage', async ({ body, headers, request }) => {
    const claim = { scope: 'contact', key: headers['idempotency-key'], body }
    // A repeated request does not count against the limit.
    if (await findStoredAnswer({ database, claim })) return accepted
    await limit.consume(request)
    // A bot gets the same answer as a person, so that it does not learn to avoid the hidden field.
    if (body.leaveEmpty) return accepted
    const { name, replyTo, orderNumber, message } = body
    await database.transaction().execute(async (trx) => {
      if (await claimKey({ trx, claim })) return
      await queueContactMail({ trx, message: { name, replyTo, orderNumber: orderNumber || null, message } })
      await storeAnswer({ trx, claim, answer: accepted })
    })
    requestMails()
    return accepted
  })
}
