import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RowCall, recordChange } from '../activity/record-change.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { listTickets, readTicket, type TicketChange } from './admin-tickets.ts'
import { acknowledgeTicket, answerTicket, revokeTicketLinks, settleTicket } from './change-ticket.ts'
import type { ContactDependencies } from './contact-dependencies.ts'

/** Tickets for administrators. */
export function ticketAdminRoutes(api: FastifyInstance, { database, requestMails }: ContactDependencies): void {
  interface Change {
    readonly request: FastifyRequest
    readonly params: { readonly id: string }
    readonly body: { readonly version: number }
    readonly change: (change: TicketChange) => Promise<void>
    readonly message: string
    readonly call: RowCall
  }
  const apply = async ({ request, params: { id }, body: { version }, change, message, call }: Change) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call, id }, (trx) => change({ trx, id, version, administratorId: actorId }))
    requestMails()
    return { message, ticket: await readTicket({ database, id }) }
  }

  defineRoute(api, 'getTickets', async ({ query }) => listTickets({ database, ...query }))

  defineRoute(api, 'getTicket', async ({ params }) => readTicket({ database, id: params.id }))

  defineRoute(api, 'acknowledgeTicket', (context) =>
    apply({ ...context, call: 'acknowledgeTicket', change: acknowledgeTicket, message: 'The ticket is acknowledged.' }),
  )

  defineRoute(api, 'answerTicket', (context) =>
    apply({
      ...context,
      call: 'answerTicket',
      change: (change) => answerTicket({ ...change, text: context.body.text }),
      message: 'The answer is on its way.',
    }),
  )

  defineRoute(api, 'revokeTicketLinks', (context) =>
    apply({ ...context, call: 'revokeTicketLinks', change: revokeTicketLinks, message: 'The links are revoked.' }),
  )

  defineRoute(api, 'settleTicket', (context) =>
    apply({ ...context, call: 'settleTicket', change: settleTicket, message: 'The ticket is settled.' }),
  )
}
