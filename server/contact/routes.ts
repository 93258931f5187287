import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { formatTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { CallReply } from '#contract/contract.ts'
import { claimKey, findStoredAnswer, storeAnswer } from '../database/idempotency.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { createPersonLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { toMailbox } from '../mail/mailbox.ts'
import { queueContactMail } from '../mail/outbox.ts'
import type { ContactDependencies } from './contact-dependencies.ts'
import { openTicket, skipTicketNumber } from './open-ticket.ts'
import { ticketAdminRoutes } from './ticket-admin-routes.ts'
import { queueTicketMail } from './ticket-mails.ts'
import { ticketRoutes } from './ticket-routes.ts'

type Answer = CallReply<'POST /contact'>

/** Messages of one person: a person reads each of them. */
const contactLimit = { name: 'contact', points: 5, seconds: 3_600 }

/** Mails with a number to one address, which anybody may enter. */
const mailLimit = { name: 'ticket-mails', points: 5, seconds: 86_400, factor: 1 }

const buildAnswer = (number: number): Answer => ({
  message: 'Thank you. Your message is on its way to us.',
  ticket: formatTicketNumber(number),
})

export function contactRoutes(api: FastifyInstance, dependencies: ContactDependencies): void {
  const { database, settings, requestMails } = dependencies
  const limit = createPersonLimit({ ...contactLimit, database, factor: settings.LIMITS_FACTOR, secure: settings.secure })
  const mails = createRateLimit({ ...mailLimit, database })

  defineRoute(api, 'sendContactMessage', async ({ body, headers, request }) => {
    const claim = { scope: 'contact', key: headers['idempotency-key'], body }
    // A repeated request does not count against the limit.
    const stored = await findStoredAnswer<Answer>({ database, claim })
    if (stored) return stored
    await limit.consume({ request, mailbox: toMailbox(body.replyTo) })
    // A bot gets the same answer as a person, so that it does not learn to avoid the hidden field.
    if (body.leaveEmpty) return buildAnswer(await skipTicketNumber({ database }))
    const isMailed = await mails.take(hash('sha256', toMailbox(body.replyTo)))
    const userId = request.user?.role === 'user' ? request.user.id : null
    const answer = await database.transaction().execute(async (trx) => {
      const repeated = await claimKey<Answer>({ trx, claim })
      if (repeated) return repeated
      const { days, ...ticket } = await openTicket({ trx, message: body, userId })
      const opened = buildAnswer(ticket.number)
      const { name, replyTo, orderNumber, message } = body
      await queueContactMail({ trx, message: { name, replyTo, orderNumber: orderNumber || null, message, ticket: opened.ticket ?? '' } })
      if (isMailed) await queueTicketMail({ trx, ticket: { ...ticket, email: replyTo }, event: 'received', days })
      await storeAnswer({ trx, claim, answer: opened })
      return opened
    })
    requestMails()
    return answer
  })

  ticketRoutes(api, dependencies)
  ticketAdminRoutes(api, dependencies)
}
