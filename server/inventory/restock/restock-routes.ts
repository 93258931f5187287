import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { createClientLimit, createPersonLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { toMailbox } from '../../mail/mailbox.ts'
import { createRestockLinks } from './restock-links.ts'
import { addRestockRequest, confirmRestockRequest, findRestockRequest, stopRestockMails } from './restock-requests.ts'

/** Requests of one person, and uses of links of one IP. */
const limits = {
  requests: { name: 'restock-requests', points: 20, seconds: 3_600 },
  links: { name: 'restock-link-uses', points: 30, seconds: 600 },
} as const

interface RestockDependencies {
  readonly database: Database
  readonly settings: { readonly LIMITS_FACTOR: number; readonly secure: boolean }
  readonly trackingKey: Buffer
  readonly requestMails: () => void
}

/** Requests for a mail when something is in stock again. */
export function restockRoutes(api: FastifyInstance, { database, settings, trackingKey, requestMails }: RestockDependencies): void {
  const links = createRestockLinks({ key: trackingKey })
  const shared = { database, factor: settings.LIMITS_FACTOR }
  const requestLimit = createPersonLimit({ ...limits.requests, ...shared, secure: settings.secure })
  const linkLimit = createClientLimit({ ...limits.links, ...shared })
  const readLink = async ({ request, token }: { request: FastifyRequest; token: string }) => {
    await linkLimit.consume(request)
    return links.verify(token)
  }

  defineRoute(api, 'requestRestockMail', async ({ params, body: { email, size }, request }) => {
    await requestLimit.consume({ request, mailbox: toMailbox(email) })
    const userId = request.user?.role === 'user' ? request.user.id : undefined
    const isVerified = await addRestockRequest({ database, productId: params.id, size, email, userId })
    if (isVerified) return { message: `We’ll email ${email} when it is in stock again.` }
    requestMails()
    return { message: `We have sent a link to ${email}. Open it to confirm your address; then we’ll email you.` }
  })

  defineRoute(api, 'findRestockRequest', async ({ body, request }) =>
    findRestockRequest({ database, id: await readLink({ request, ...body }) }),
  )

  defineRoute(api, 'confirmRestockRequest', async ({ body, request }) => {
    await confirmRestockRequest({ database, id: await readLink({ request, ...body }) })
    return { message: 'Thank you. We’ll email you once, when it is in stock again.' }
  })

  defineRoute(api, 'stopRestockMails', async ({ body, request }) => {
    await stopRestockMails({ database, id: await readLink({ request, ...body }) })
    return { message: 'We won’t email you about stock any more.' }
  })
}
