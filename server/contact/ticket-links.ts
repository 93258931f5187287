import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

const dayMs = 86_400_000

interface LinkTerms {
  readonly id: string
  /** of the ticket: a higher one revokes the links with this one */
  readonly revision: number
}

/** Signed links to the page of a ticket, in its mails. */
export function createTicketLinks({ key }: { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update('ticket-links').digest()
  const sign = (payload: string) => `${payload}.${createHmac('sha256', linkKey).update(payload).digest('base64url')}`
  return {
    /** The path of the page, with its token. */
    create: ({ id, revision }: LinkTerms, issuedAt = Date.now()): string =>
      `/ticket?token=${sign([id, revision, Math.floor(issuedAt / dayMs) + ticketLimits.linkDays].join('.'))}`,
    /** A token as mails had it until November 2026. New ones are not made; it ends as many days after the last message. */
    createOld: sign,
    /**
     * The id of the ticket.
     * @throws AppError 404 for a token that this shop has not signed.
     * @throws AppError 410 for an expired or revoked token.
     */
    async verify({ database, token }: { database: Database; token: string }): Promise<string> {
      const payload = token.split('.').slice(0, -1)
      const [actual, expected] = [Buffer.from(token), Buffer.from(sign(payload.join('.')))]
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new AppError('ticket_link_invalid')
      const [id = '', revision = '0', lastDay] = payload
      const ticket = await readTerms({ database, id })
      const ends =
        lastDay === undefined ? ticket && Math.floor(ticket.last_message_at.getTime() / dayMs) + ticketLimits.linkDays : Number(lastDay)
      const hasEnded = ends !== undefined && ends < Math.floor(Date.now() / dayMs)
      if (hasEnded || (ticket && ticket.link_revision !== Number(revision))) throw new AppError('ticket_link_expired')
      return id
    },
  }
}

/** Undefined for a ticket that was deleted. */
const readTerms = ({ database, id }: { database: Database; id: string }) =>
  database
    .selectFrom('tickets')
    .select('link_revision')
    .select(
      sql<Date>`greatest(created_at, (select max(replied_at) from ticket_replies where ticket_id = tickets.id))`.as('last_message_at'),
    )
    .where('id', '=', id)
    .executeTakeFirst()

export type TicketLinks = ReturnType<typeof createTicketLinks>
