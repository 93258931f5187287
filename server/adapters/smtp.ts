import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SendMailOptions } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { retention } from '#contract/kernel/limits/retention.ts'
import { createFolder } from '../kernel/create-folder.ts'
import type { Settings } from '../kernel/settings.ts'
import { type Mail, type Mailer, type MailServer, MailServerError } from '../mail/mailer.ts'

/**
 * Milliseconds until the mail server must have greeted, and until a mail must have been sent. Both are below the 30 s
 * after which the database ends the transaction that waits for it.
 */
const defaultTimeouts = { connectMs: 8_000, sendMs: 20_000 }

/** Milliseconds for which a connection waits for the next mail. */
const idleMs = 1_000

interface MailerOptions {
  readonly settings: Pick<Settings, 'SMTP_URL' | 'DATA_DIR'>
  /** the mail server that was entered, asked before each mail */
  readonly readServer?: () => Promise<MailServer | undefined>
  readonly timeouts?: typeof defaultTimeouts
}

/**
 * Sends mails to the server of SMTP_URL, or else to the one that was entered; without both it writes them as files to DATA_DIR/mail.
 */
export function createMailer({ settings: { SMTP_URL, DATA_DIR }, readServer, timeouts = defaultTimeouts }: MailerOptions): Mailer {
  if (SMTP_URL) return createSmtpMailer({ options: { url: SMTP_URL }, timeouts })
  const files = createFileMailer({ folder: join(DATA_DIR, 'mail') })
  return readServer ? createEnteredMailer({ readServer, files, timeouts }) : files
}

interface EnteredMailerOptions extends Required<Pick<MailerOptions, 'readServer' | 'timeouts'>> {
  readonly files: Mailer
}

function createEnteredMailer({ readServer, files, timeouts }: EnteredMailerOptions): Mailer {
  let current: { readonly server: MailServer; readonly mailer: Mailer } | undefined
  return {
    async send(mail) {
      const server = await readServer().catch(() => {
        throw new MailServerError(
          'The password of the mail server cannot be read, because the secret of the shop has changed. Enter it again.',
        )
      })
      if (!server) return files.send(mail)
      if (!isDeepStrictEqual(server, current?.server)) {
        current = { server, mailer: createSmtpMailer({ options: toTransportOptions(server), timeouts }) }
      }
      try {
        await current?.mailer.send(mail)
      } catch (error) {
        throw new MailServerError(describeError({ error: error as NodeJS.ErrnoException, server }), { cause: error })
      }
    },
  }
}

/** Port 465 begins encrypted, and the others must become so before the password is sent. A server on this machine needs no encryption. */
function toTransportOptions({ host, port, username, password }: MailServer): SmtpOptions {
  const isLocal = ['localhost', '127.0.0.1'].includes(host)
  return { host, port, secure: port === 465, requireTLS: !isLocal, ignoreTLS: isLocal, auth: { user: username, pass: password } }
}

/** By the codes of nodemailer. */
function describeError({ error: { code }, server: { host, port } }: { error: NodeJS.ErrnoException; server: MailServer }): string {
  if (code === 'EAUTH') return 'The mail server does not accept this user name and password. Some need a password of its own for programs.'
  if (code === 'EDNS') return `There is no server ${host}. Compare its name.`
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return "The mail server does not accept a mail from or to the shop's address."
  if (code === 'ETLS') return `The server ${host} does not offer an encrypted connection at port ${port}. Usual ports are 587 and 465.`
  return `The server ${host} does not answer at port ${port} (${code ?? 'no reason'}). Usual ports are 587 and 465.`
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

/** Loads nodemailer with the first mail: most processes of a shop with several send none. */
function openOnce<T>(open: (nodemailer: typeof import('nodemailer')) => T): () => Promise<T> {
  let transport: Promise<T> | undefined
  return () => (transport ??= import('nodemailer').then(open))
}

type SmtpOptions = SMTPPool.Options | { readonly url: string }

function createSmtpMailer({
  options,
  timeouts: { connectMs, sendMs },
}: {
  options: SmtpOptions
  timeouts: typeof defaultTimeouts
}): Mailer {
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs }
  // One connection for the mails of a run. The outbox retries what fails, so that an attempt is one attempt.
  const transport = openOnce(({ createTransport }) =>
    createTransport({ ...options, ...timeouts, pool: true, maxConnections: 1, maxRequeues: 0, idleTimeout: idleMs }),
  )
  return {
    async send(mail) {
      await (await transport()).sendMail({ ...buildMessage(mail), signal: AbortSignal.timeout(sendMs) })
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
  const transport = openOnce(({ createTransport }) => createTransport({ streamTransport: true, buffer: true }))
  let cleanedAt = 0
  return {
    async send(mail) {
      const { message } = await (await transport()).sendMail(buildMessage(mail))
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
