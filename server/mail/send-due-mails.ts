import { isDatabaseDown } from '../database/is-database-down.ts'
import type { Database, Transaction } from '../database/schema.ts'
import type { Logger } from '../kernel/logger.ts'
import { limitOrderMail, type MailLimit, mayBeCaused } from './limit-order-mails.ts'
import { toMailbox } from './mailbox.ts'
import type { Mail, Mailer } from './mailer.ts'
import { completeMail, delayMail, lockDueMail, type OutboxMail, postponeMail } from './outbox.ts'

/** After this many failures the mail server is probably down, and the other mails wait for the next run. */
const maxFailuresPerRun = 3

interface MailDelivery {
  readonly database: Database
  readonly mailer: Mailer
  /** renders a mail from its data as of now; undefined skips it */
  readonly renderMail: (context: { trx: Transaction; mail: OutboxMail }) => Promise<Mail | undefined>
  /** multiplies the limits of mails to addresses that never confirmed an order */
  readonly limitsFactor: number
  readonly log: Pick<Logger, 'warn' | 'error'>
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
async function sendNextMail({ database, mailer, renderMail, limitsFactor, log }: MailDelivery): Promise<'none' | 'completed' | 'failed'> {
  let failure: FailedMail | undefined
  try {
    return await database.transaction().execute(async (trx) => {
      const mail = await lockDueMail({ trx })
      if (!mail) return 'none'
      try {
        await sendMail({ trx, mail, rendered: await renderMail({ trx, mail }), mailer, limitsFactor })
        return 'completed'
      } catch (err) {
        failure = { mail, err, log }
        await recordFailure({ trx, ...failure })
        return 'failed'
      }
    })
  } catch (error) {
    if (!failure || isDatabaseDown(error)) throw error
    // A statement that failed has ended the transaction. The mail would stop all others at each run if it stayed the next one.
    const failed = failure
    await database.transaction().execute((trx) => recordFailure({ trx, ...failed }))
    return 'failed'
  }
}

interface FailedMail extends Pick<MailDelivery, 'log'> {
  readonly mail: OutboxMail
  readonly err: unknown
}

async function recordFailure({ trx, mail, err, log }: FailedMail & { trx: Transaction }): Promise<void> {
  const state = await postponeMail({ trx, mail })
  const context = { err, mail: mail.id, orderEvent: mail.order_event_id, attempts: mail.attempts + 1 }
  if (state === 'given up') log.error(context, 'A mail could not be sent for days and was given up')
  else log.warn(context, 'A mail could not be sent and will be retried')
}

interface RenderedMail extends Pick<MailDelivery, 'mailer' | 'limitsFactor'> {
  readonly trx: Transaction
  readonly mail: OutboxMail
  /** undefined: skipped */
  readonly rendered: Mail | undefined
}

async function sendMail({ trx, mail, rendered, mailer, limitsFactor: factor }: RenderedMail): Promise<void> {
  const { id, order_event_id: orderEventId } = mail
  if (!rendered) return completeMail({ trx, id, state: 'skipped' })
  const email = rendered.to.address
  const limit = await limitMail({ trx, mail, email, factor })
  if (limit.delaySeconds !== undefined) return delayMail({ trx, id, seconds: limit.delaySeconds })
  const isSent = limit.skipReason === undefined
  if (isSent) await mailer.send(rendered)
  const isCounted = !limit.isFree && (orderEventId !== null || isCausedByAnybody(mail))
  const counted = !isCounted ? undefined : { recipient: toMailbox(email), isSent, source: limit.source }
  await completeMail({ trx, id, state: isSent ? 'sent' : 'skipped', skipReason: limit.skipReason, counted })
}

/** Whether anybody can cause this mail to any address. Mails with a new PIN or a code have limits of their own, so that others do not use them up. */
const isCausedByAnybody = ({ account_mail: mail }: OutboxMail): boolean =>
  mail !== null &&
  (mail.kind === 'verify email' ||
    mail.kind === 'confirm restock' ||
    mail.kind === 'order link' ||
    (mail.kind === 'ticket' && mail.event === 'received'))

async function limitMail({
  trx,
  mail,
  email,
  factor,
}: {
  trx: Transaction
  mail: OutboxMail
  email: string
  factor: number
}): Promise<MailLimit> {
  if (mail.order_event_id !== null) return limitOrderMail({ trx, orderEventId: mail.order_event_id, email, factor })
  if (isCausedByAnybody(mail) && !(await mayBeCaused({ trx, email }))) return { skipReason: 'daily limit' }
  return {}
}
