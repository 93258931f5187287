import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { retention } from '#contract/kernel/limits/retention.ts'
import { createFolder } from '../kernel/create-folder.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'

/**
 * Milliseconds until the mail server must have greeted, and until a mail must have been sent. Both are below the 30 s
 * after which the database ends the transaction that waits for it.
 */
const defaultTimeouts = { connectMs: 8_000, sendMs: 20_000 }

/** Milliseconds for which a connection waits for the next mail. */
const idleMs = 1_000

interface MailerOptions {
  readonly settings: Pick<Settings, 'SMTP_URL' | 'DATA_DIR'>
  readonly timeouts?: typeof defaultTimeouts
}

/** Sends mails to the server of SMTP_URL; without one it writes them as files to DATA_DIR/mail. */
export function createMailer({ settings: { SMTP_URL, DATA_DIR }, timeouts = defaultTimeouts }: MailerOptions): Mailer {
  return SMTP_URL ? createSmtpMailer({ url: SMTP_URL, timeouts }) : createFileMailer({ folder: join(DATA_DIR, 'mail') })
}

function buildMessage({ about: _about, threadId, unsubscribeUrl, attachments = [], ...message }: Mail): SendMailOptions {
  return {
    ...message,
    attachments: [...attachments],
    references: threadId,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
    // Text that a shopper wrote must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function createSmtpMailer({ url, timeouts: { connectMs, sendMs } }: { url: string; timeouts: typeof defaultTimeouts }): Mailer {
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs }
  // One connection for the mails of a run. The outbox retries what fails, so that an attempt is one attempt.
  const transport = createTransport({ url, ...timeouts, pool: true, maxConnections: 1, maxRequeues: 0, idleTimeout: idleMs })
  return {
    async send(mail) {
      await transport.sendMail({ ...buildMessage(mail), signal: AbortSignal.timeout(sendMs) })
    },
  }
}

const dayMs = 86_400_000

/** Mails contain names and addresses, so their files are deleted after some days. */
async function deleteOldMails({ folder }: { folder: string }): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < Date.now() - retention.mailFileDays * dayMs) await rm(file, { force: true })
  }
}

/** Writes mails as `.eml` files, which mail programs open. A mail that is sent again replaces its file. */
function createFileMailer({ folder }: { folder: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  let cleanedAt = 0
  return {
    async send(mail) {
      const { message } = await transport.sendMail(buildMessage(mail))
      const { happenedAt, number, event } = mail.about
      const time = happenedAt.toISOString().replace(/[:.]/g, '-')
      const file = join(folder, `${time} ${number} ${event.toLowerCase().replace(/\W+/g, '-')}.eml`)
      await createFolder({ path: folder, mode: 0o700 })
      // Written to a temporary file and renamed, so that a file is always a whole mail.
      const temporary = `${file}.unfinished`
      await writeFile(temporary, message as Buffer, { mode: 0o600, flush: true })
      await rename(temporary, file)
      if (cleanedAt > Date.now() - dayMs) return
      cleanedAt = Date.now()
      await deleteOldMails({ folder }).catch(() => {})
    },
  }
}
