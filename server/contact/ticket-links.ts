import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'

/** Signed links to the page of a ticket, in its mails. */
export function createTicketLinks({ key }: { key: Buffer }) {
  const linkKey = createHmac('sha256', key).update('ticket-links').digest()
  const sign = (id: string) => `${id}.${createHmac('sha256', linkKey).update(id).digest('base64url')}`
  return {
    /** The path of the page, with its token. */
    create: (id: string): string => `/ticket?token=${sign(id)}`,
    /** The id of the ticket. Throws `AppError` (404) for a token that this shop has not signed. */
    verify(token: string): string {
      const [id = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(token), Buffer.from(sign(id))]
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new AppError('ticket_link_invalid')
      return id
    },
  }
}

export type TicketLinks = ReturnType<typeof createTicketLinks>
