import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../activity/record-activity.ts'
import { createCsvStream } from '../csv/write-csv.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange, requireRight, requireUser } from '../http/session.ts'
import { createOffer, endOffer, updateOffer } from './change-offers.ts'
import { createCodeLimit } from './code-limit.ts'
import { listOfferEvents, listOffers, readOffer } from './list-offers.ts'
import { exportUses, listUses, useColumns } from './list-uses.ts'
import { quoteGuestItems } from './quote-guest-items.ts'
import type { ShownOffers } from './shown-offers.ts'

interface OfferRoutesOptions {
  readonly database: Database
  readonly shownOffers: ShownOffers
  readonly settings: { readonly LIMITS_FACTOR: number }
}

/** What a guest's cart costs, and the offers of administrators. */
export function offerRoutes(api: FastifyInstance, { database, shownOffers, settings }: OfferRoutesOptions): void {
  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'quoteGuestCart', ({ body, request }) => {
    const items = body.products.map(({ product, size = null, quantity }) => ({ productId: product.toLowerCase(), size, quantity }))
    const client = { ip: readClientIp(request), ipRange: readClientIpRange(request) }
    const code = body.offerCode || null
    const work = () => quoteGuestItems({ database, items, code, payment: body.payment })
    return codeLimit.run({ client, code, work })
  })

  defineRoute(api, 'getOffers', ({ query }) => listOffers({ database, ...query }))

  defineRoute(api, 'getOffer', async ({ params: { id } }) => ({
    offer: await readOffer({ database, id }),
    events: await listOfferEvents({ database, id }),
  }))

  defineRoute(api, 'createOffer', async ({ body, request }) => {
    const id = await createOffer({ database, changedBy: requireUser(request).id, draft: body })
    await shownOffers.load()
    return { message: 'The offer is added.', offer: await readOffer({ database, id }) }
  })

  defineRoute(api, 'editOffer', async ({ params: { id }, body, request }) => {
    await updateOffer({ database, changedBy: requireUser(request).id, id, edit: body })
    await shownOffers.load()
    return { message: 'The offer is saved.', offer: await readOffer({ database, id }) }
  })

  defineRoute(api, 'endOffer', async ({ params: { id }, body: { version }, request }) => {
    await endOffer({ database, changedBy: requireUser(request).id, id, version })
    await shownOffers.load()
    return { message: 'The offer has ended.', offer: await readOffer({ database, id }) }
  })

  defineRoute(api, 'getOfferUses', async ({ params: { id }, query: { page } }) => {
    const { _id: offerId } = await readOffer({ database, id })
    return listUses({ database, offerId, page })
  })

  defineRoute(api, 'exportOfferUses', async ({ params: { id }, request, reply }) => {
    requireRight(request, 'exports')
    const { _id: offerId, code, title } = await readOffer({ database, id })
    await recordActivity({
      database,
      actorId: requireUser(request).id,
      call: 'exportOfferUses',
      subject: { id: offerId, name: code ?? title },
    })
    const name = code?.toLowerCase() ?? 'offer'
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}-orders.csv"`)
    return createCsvStream({ columns: useColumns, parts: exportUses({ database, offerId }) })
  })
}
