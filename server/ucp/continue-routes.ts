import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { paise, toRupees } from '#contract/kernel/money.ts'
import type { Database } from '../database/schema.ts'
import { createClientLimit } from '../http/client-limit.ts'
import { defineRoute } from '../http/define-route.ts'
import { identifyDevice } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { createSourceHash } from '../orders/placing/order-source.ts'
import { parseProductId } from './catalog/catalog-products.ts'
import { completeSessions } from './sessions/complete-sessions.ts'
import { createContinueLinks } from './sessions/continue-links.ts'
import { toDeliveryAddress } from './sessions/delivery-messages.ts'
import { priceLines } from './sessions/price-lines.ts'
import { readCode } from './sessions/session-content.ts'
import { findLinkedSession, type Session } from './sessions/session-store.ts'

interface ContinueDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'LIMITS_FACTOR' | 'secure'>
  readonly trackingKey: Buffer
}

const linkLimit = { name: 'continue-links', points: 300, seconds: 600 }

/** The pages of the shop where a buyer takes over what an assistant has begun. Only the holder of the link reads its address. */
export function continueRoutes(api: FastifyInstance, { database, settings, trackingKey }: ContinueDependencies): void {
  const links = createContinueLinks({ key: trackingKey })
  const hashSource = createSourceHash({ trackingKey })
  const limit = createClientLimit({ ...linkLimit, database, factor: settings.LIMITS_FACTOR })

  async function findOpen(token: string): Promise<Session> {
    const id = links.verify(token)
    if (!id) throw new AppError('continue_link_invalid')
    // The buyer may have ordered since the assistant and the job looked.
    await completeSessions({ database, id })
    const session = await findLinkedSession({ database, id })
    if (!session) throw new AppError('continue_link_invalid')
    if (session.order) throw new AppError('continue_link_ordered')
    if (session.isCanceled || session.isOver) throw new AppError('continue_link_over')
    return session
  }

  defineRoute(api, 'readContinuedSession', async ({ body: { token }, request }) => {
    await limit.consume(request)
    const { kind, agentName, content } = await findOpen(token)
    const lines = await priceLines({ database, lines: content.lines })
    return {
      kind,
      agent: agentName,
      items: lines.flatMap(({ line, product, size, quantity }) => {
        const id = product?.id ?? parseProductId(line.item)
        return id === undefined ? [] : [{ product: id, size, quantity, price: line.price === null ? null : toRupees(paise(line.price)) }]
      }),
      code: readCode(content),
      address: toDeliveryAddress(content),
    }
  })

  defineRoute(api, 'openContinuedSession', async ({ body: { token }, request, reply }) => {
    await limit.consume(request)
    const { id } = await findOpen(token)
    const device = hashSource('device', identifyDevice({ request, reply, secure: settings.secure }))
    const opened_user = request.user?.role === 'user' ? request.user.id : null
    await database
      .updateTable('ucp_sessions')
      .set({ opened_at: sql<Date>`now()`, opened_device: device, opened_user })
      .where('id', '=', id)
      .execute()
    return { message: 'The items are yours to order.' }
  })
}
