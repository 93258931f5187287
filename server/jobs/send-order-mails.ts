import type { Database } from '../database/schema.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Letterhead } from '../mail/render-order-mail.ts'
import { sendDueMails } from '../mail/send-due.ts'
import type { Job } from './queue.ts'

/** Soon enough that the mail is there when the shopper looks for it; a look costs one indexed query. */
const everySeconds = 2

export function createMailJob({ database, notifier, letterhead }: { database: Database; notifier: Mailer; letterhead: Letterhead }): Job {
  return {
    name: 'send-order-mails',
    everySeconds,
    work: ({ log, ending }) => sendDueMails({ parts: { database, notifier, letterhead, log }, ending }),
  }
}
