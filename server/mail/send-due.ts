import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/schema.ts'
import type { Mailer } from './mailer.ts'
import { isMailed } from './order-mail-copy.ts'
import { type DueMail, putOffMail, settleMail, takeDueMail } from './outbox.ts'
import { type Letterhead, writeOrderMail } from './render-order-mail.ts'

export interface MailParts {
  readonly database: Database
  readonly notifier: Mailer
  readonly letterhead: Letterhead
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Sends what is due, one mail after another, until nothing is, or one fails: then the mail server is probably down and
 * the others wait for the next round. Any number of servers may do so at once.
 */
export async function sendDueMails({ parts, ending }: { parts: MailParts; ending?: AbortSignal }): Promise<void> {
  while (!ending?.aborted) {
    const outcome = await sendNextMail(parts)
    if (outcome === 'none' || outcome === 'failed') return
  }
}

/**
 * The mail is handed over while its row is locked and marked as sent in the same transaction. Only a crash between the
 * mail server's word and the commit sends it again, under the same Message-ID.
 */
async function sendNextMail({ database, notifier, letterhead, log }: MailParts): Promise<'none' | 'settled' | 'failed'> {
  return database.transaction().execute(async (trx) => {
    const mail = await takeDueMail({ trx })
    if (!mail) return 'none'
    if (!isWanted(mail)) {
      await settleMail({ trx, eventId: mail.event_id, state: 'skipped' })
      return 'settled'
    }
    try {
      await notifier.send(composeMail({ mail, letterhead }))
    } catch (problem) {
      const state = await putOffMail({ trx, mail })
      const facts = { err: problem, order: mail.row.number, event: mail.event, attempts: mail.attempts + 1 }
      if (state === 'given up') log.error(facts, 'A mail could not be sent for days and was given up')
      else log.warn(facts, 'A mail could not be sent and is tried again later')
      return 'failed'
    }
    await settleMail({ trx, eventId: mail.event_id, state: 'sent' })
    return 'settled'
  })
}

function isWanted({ event, row }: DueMail): boolean {
  if (!z.email().safeParse(row.delivery_address.email).success) return false
  // A prepaid order is confirmed once, by its payment; and not any more when it has been cancelled since.
  if (event === 'Placed') return row.kind !== 'card'
  return event !== 'Paid' || row.status !== 'Cancelled'
}

function composeMail({ mail, letterhead }: { mail: DueMail; letterhead: Letterhead }) {
  const { event, event_id: eventId, actor, happened_at: happenedAt, amount_paise: amount, row, lines } = mail
  if (!isMailed(event)) throw new Error(`No mail is written for ${event}`)
  return writeOrderMail({ occasion: { eventId, event, actor, happenedAt, amount, row, lines }, letterhead })
}
