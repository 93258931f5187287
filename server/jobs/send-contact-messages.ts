import { sendDueMessages } from '../contact/send-due.ts'
import type { Mailbox } from '../contact/write-mail.ts'
import type { Database } from '../database/schema.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Job } from './queue.ts'

/** A person reads them, so nobody waits for a second; a look costs one indexed query. */
const everySeconds = 5

export function createContactJob({ database, notifier, mailbox }: { database: Database; notifier: Mailer; mailbox: Mailbox }): Job {
  return {
    name: 'send-contact-messages',
    everySeconds,
    work: ({ log, ending }) => sendDueMessages({ parts: { database, notifier, mailbox, log }, ending }),
  }
}
