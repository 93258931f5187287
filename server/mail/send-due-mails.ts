import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../database/schema.ts'
import type { Mail, Mailer } from './mailer.ts'
import { lockDueMail, type OutboxMail, postponeMail, settleMail } from './outbox.ts'

/** After this many failures the mail server is probably down, and the other mails wait for the next run. */
const maxFailuresPerRun = 3

interface MailDelivery {
  readonly database: Database
  readonly mailer: Mailer
  /** renders a mail from its data as of now; undefined skips it */
  readonly renderMail: (context: { trx: Transaction; mail: OutboxMail }) => Promise<Mail | undefined>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Sends the mails that are due, one after another. Several servers may do so at the same time. */
export async function sendDueMails({ signal, ...delivery }: MailDelivery & { signal: AbortSignal }): Promise<void> {
  let failures = 0
  while (!signal.aborted && failures < maxFailuresPerRun) {
    const outcome = await sendNextMail(delivery)
    if (outcome === 'none') return
    if (outcome === 'failed') failures += 1
  }
}

/**
 * Sends the next mail while its row is locked, and marks it as sent in the same transaction. Only a crash between the
 * mail server's reply and the commit sends a mail twice, with the same Message-ID.
 */
async function sendNextMail({ database, mailer, renderMail, log }: MailDelivery): Promise<'none' | 'settled' | 'failed'> {
  return database.transaction().execute(async (trx) => {
    const mail = await lockDueMail({ trx })
    if (!mail) return 'none'
    try {
      const rendered = await renderMail({ trx, mail })
      if (rendered) await mailer.send(rendered)
      await settleMail({ trx, id: mail.id, state: rendered ? 'sent' : 'skipped' })
      return 'settled'
    } catch (err) {
      const state = await postponeMail({ trx, mail })
      const context = { err, mail: mail.id, orderEvent: mail.order_event_id, attempts: mail.attempts + 1 }
      if (state === 'given up') log.error(context, 'A mail could not be sent for days and was given up')
      else log.warn(context, 'A mail could not be sent and will be retried')
      return 'failed'
    }
  })
}
