import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { recordInTransaction } from '../../activity/record-activity.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { escapeXml } from '../../kernel/escape-xml.ts'
import type { Settings } from '../../kernel/settings.ts'
import { type Mailer, MailServerError } from '../../mail/mailer.ts'
import { toMailBranding } from '../mail-branding.ts'
import { readShopSettings } from '../read-settings.ts'
import { showMailServer, storeMailServer } from './stored-mail-server.ts'

interface RouteDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly mailer: Mailer
  readonly mailServerKey: Buffer
}

/** Test mails of one administrator. */
const testLimit = { name: 'mail-server-tests', points: 20, seconds: 3_600, factor: 1 } as const

/** The mail server that administrators enter. */
export function mailServerRoutes(api: FastifyInstance, { database, settings, mailer, mailServerKey: key }: RouteDependencies): void {
  const limit = createRateLimit({ ...testLimit, database })
  const show = () => showMailServer({ database, key, isSet: settings.SMTP_URL !== undefined })

  defineRoute(api, 'getMailServer', show)

  defineRoute(api, 'setMailServer', async ({ body, request }) => {
    await recordInTransaction(
      { database, actorId: requireUser(request).id, call: 'setMailServer', subject: { id: 'mail-server', name: 'Mail server' } },
      (trx) => storeMailServer({ database: trx, key, entered: body }),
    )
    return { ...(await show()), message: 'Saved. Send a test mail now.' }
  })

  defineRoute(api, 'removeMailServer', async ({ request }) => {
    await recordInTransaction(
      { database, actorId: requireUser(request).id, call: 'removeMailServer', subject: { id: 'mail-server', name: 'Mail server' } },
      (trx) => trx.deleteFrom('mail_server').execute(),
    )
    return { ...(await show()), message: 'The mail server is removed.' }
  })

  defineRoute(api, 'testMailServer', async ({ request }) => {
    await limit.consume(requireUser(request).id)
    const branding = toMailBranding({ shopSettings: await readShopSettings({ database, settings }), settings })
    const { name, email: address, from } = branding
    const id = `<${randomUUID()}@test>`
    const text = `This is a test mail of ${name}. Mails of the shop arrive.`
    const mail = { messageId: id, threadId: id, from, replyTo: address, to: { name, address }, subject: `Test mail of ${name}`, text }
    try {
      await mailer.send({ ...mail, html: `<p>${escapeXml(text)}</p>`, about: { number: 'test', event: 'test', happenedAt: new Date() } })
    } catch (error) {
      if (!(error instanceof MailServerError)) throw error
      throw new AppError('mail_not_sent', { reason: error.message })
    }
    const isSent = (await show()).source !== 'none'
    return {
      message: isSent ? `A test mail is sent to ${address}.` : 'There is no mail server: the test mail is a file in the folder of data.',
    }
  })
}
