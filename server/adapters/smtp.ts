import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mailer, OrderMail } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'

/**
 * Milliseconds until the mail server must have said a first word, and for one mail from the first packet to its last
 * one. Under the 30 s after which the database ends the transaction that waits for it.
 */
const usualPatience = { connectMs: 8_000, sendMs: 20_000 }

/** The shop's mails go to the server of SMTP_URL; without one they become files in DATA_DIR/mail. */
export function createMailer({
  settings: { SMTP_URL, DATA_DIR },
  patience = usualPatience,
}: {
  settings: Pick<Settings, 'SMTP_URL' | 'DATA_DIR'>
  patience?: typeof usualPatience
}): Mailer {
  return SMTP_URL ? createSmtpNotifier({ url: SMTP_URL, patience }) : createMailFolder({ folder: join(DATA_DIR, 'mail') })
}

function writeMessage({ messageId, conversation, from, replyTo, to, subject, html, text }: OrderMail): SendMailOptions {
  return {
    messageId,
    references: conversation,
    from,
    replyTo,
    to,
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Nothing that a shopper wrote may make us read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function createSmtpNotifier({ url, patience: { connectMs, sendMs } }: { url: string; patience: typeof usualPatience }): Mailer {
  const transport = createTransport({ url, connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs })
  return {
    async send(mail) {
      await transport.sendMail({ ...writeMessage(mail), signal: AbortSignal.timeout(sendMs) })
    },
  }
}

/** Mails as `.eml` files, which every mail program opens. A mail that is sent again takes the place of its file. */
function createMailFolder({ folder }: { folder: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(writeMessage(mail))
      const { happenedAt, number, event } = mail.about
      const time = happenedAt.toISOString().replace(/[:.]/g, '-')
      const file = join(folder, `${time} ${number} ${event.toLowerCase().replace(/\W+/g, '-')}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written aside and renamed, so that nobody reads half a mail.
      const aside = `${file}.unfinished`
      await writeFile(aside, message as Buffer, { mode: 0o600, flush: true })
      await rename(aside, file)
    },
  }
}
