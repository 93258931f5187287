import type { Database } from '../database/tables.ts'
import { sendDueMails } from '../orders/mails/send-due.ts'
import type { Letterhead } from '../orders/mails/write-mail.ts'
import type { Notifier } from '../orders/notifier.ts'
import type { Job } from './queue.ts'

/** Soon enough that the mail is there when the shopper looks for it; a look costs one indexed query. */
const everySeconds = 2

export function createMailJob({ database, notifier, letterhead }: { database: Database; notifier: Notifier; letterhead: Letterhead }): Job {
  return {
    name: 'send-order-mails',
    everySeconds,
    work: ({ log, ending }) => sendDueMails({ parts: { database, notifier, letterhead, log }, ending }),
  }
}
