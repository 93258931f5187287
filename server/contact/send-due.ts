import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { Mailer } from '../mail/mailer.ts'
import { dropMessage, putOffMessage, takeDueMessage } from './outbox.ts'
import { type Mailbox, writeContactMail } from './write-mail.ts'

export interface ContactParts {
  readonly database: Database
  readonly notifier: Mailer
  readonly mailbox: Mailbox
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Sends what is due until nothing is, or one fails: then the mail server is probably down and the others wait. */
export async function sendDueMessages({ parts, ending }: { parts: ContactParts; ending?: AbortSignal }): Promise<void> {
  while (!ending?.aborted) {
    if ((await sendNextMessage(parts)) !== 'sent') return
  }
}

/** Handed over while its row is locked and dropped in the same transaction: sent twice only by a crash in between, under one Message-ID. */
async function sendNextMessage({ database, notifier, mailbox, log }: ContactParts): Promise<'none' | 'sent' | 'failed'> {
  return database.transaction().execute(async (trx) => {
    const due = await takeDueMessage({ trx })
    if (!due) return 'none'
    try {
      await notifier.send(writeContactMail({ due, mailbox }))
    } catch (problem) {
      await putOffMessage({ trx, due })
      log.warn(
        { err: problem, contact: due.id, attempts: due.attempts + 1 },
        'A message to the shop could not be sent and is tried again later',
      )
      return 'failed'
    }
    await dropMessage({ trx, id: due.id })
    return 'sent'
  })
}
