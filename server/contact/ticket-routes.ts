import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseTicketNumber } from '#contract/contact/ticket-kinds.ts'
import type { TicketAccess } from '#contract/contact/tickets.ts'
import { claimKey, storeAnswer } from '../database/idempotency.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { toMailbox } from '../mail/mailbox.ts'
import type { ContactDependencies } from './contact-dependencies.ts'
import { addShopperReply, findTicketByNumber, listOwnTickets, readThread } from './shopper-tickets.ts'
import { createTicketLinks } from './ticket-links.ts'

/** Look-ups of one IP. */
const lookUpLimit = { name: 'ticket-look-ups', points: 30, seconds: 600 }

/** Numbers are consecutive, so wrong ones of one IP for an email address are limited. Those of others do not shut the writer out. */
const guessLimit = { name: 'ticket-guesses', points: 10, seconds: 86_400, factor: 1 }

interface FoundTicket {
  readonly id: string
  /** by the link of a mail or the account of its writer. A number and an address are no secrets. */
  readonly isVerified: boolean
}

/** Replies of a shopper to one ticket: each is mailed to the shop. */
const replyLimit = { name: 'ticket-replies', points: 20, seconds: 86_400, factor: 1 }

/** What a ticket says. */
const withoutWords = { message: '', orderNumber: '', replies: [], canReply: false, isStateOnly: true }

const sent = { message: 'Thank you. Your reply is on its way to us.' }

/** Tickets for those who wrote them. */
export function ticketRoutes(api: FastifyInstance, { database, settings, trackingKey, requestMails }: ContactDependencies): void {
  const links = createTicketLinks({ key: trackingKey })
  const lookUps = createClientLimit({ ...lookUpLimit, database, factor: settings.LIMITS_FACTOR })
  const guesses = createRateLimit({ ...guessLimit, database })
  const replies = createRateLimit({ ...replyLimit, database })

  /** The same error for an unknown number and for the wrong email address. */
  async function requireTicket({ request, access }: { request: FastifyRequest; access: TicketAccess }): Promise<FoundTicket> {
    await lookUps.consume(request)
    if (access.token) return { id: await links.verify({ database, token: access.token }), isVerified: true }
    const { email = '' } = access
    const number = parseTicketNumber(access.number ?? '')
    const userId = request.user?.role === 'user' ? request.user.id : null
    const key = hash('sha256', `${toMailbox(email)} ${readClientIp(request)}`)
    // Counted before the look-up, so that look-ups at once cannot exceed the limit.
    if (email !== '') await guesses.consume(key)
    const found = number === undefined ? undefined : await findTicketByNumber({ database, number, email, userId })
    if (!found) throw new AppError('ticket_not_found')
    if (email !== '') await guesses.add(key, -1)
    return found
  }

  defineRoute(api, 'findTicket', async ({ body, request }) => {
    const { id, isVerified } = await requireTicket({ request, access: body })
    const thread = await readThread({ database, id })
    return isVerified ? thread : { ...thread, ...withoutWords }
  })

  defineRoute(api, 'replyToTicket', async ({ body, headers, request }) => {
    const { id, isVerified } = await requireTicket({ request, access: body })
    if (!isVerified) throw new AppError('ticket_link_needed')
    await replies.consume(id)
    const claim = { scope: `ticket-reply:${id}`, key: headers['idempotency-key'], body: { text: body.text } }
    await database.transaction().execute(async (trx) => {
      if (await claimKey({ trx, claim })) return
      await addShopperReply({ trx, id, text: body.text })
      await storeAnswer({ trx, claim, answer: sent })
    })
    requestMails()
    return { ...sent, ticket: await readThread({ database, id }) }
  })

  defineRoute(api, 'getOwnTickets', async ({ request }) => ({
    tickets: await listOwnTickets({ database, userId: requireUser(request).id }),
  }))
}
