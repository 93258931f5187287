import type { FastifyInstance } from 'fastify'
import { type OfferTexts, withOfferTexts } from '../catalog/product/offer-texts.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { readQuotedCart } from './quote-cart.ts'
import { type CartPersonOptions, createCartPersons } from './routes.ts'
import { addToCartFromSaved, listSavedItems, removeSavedItem, saveItem } from './saved-items.ts'

interface SavedItemRoutesOptions extends CartPersonOptions {
  readonly database: Database
  readonly shownOffers: OfferTexts
}

export function savedItemRoutes(api: FastifyInstance, { database, shownOffers, ...options }: SavedItemRoutesOptions): void {
  const findPerson = createCartPersons(options)

  defineRoute(api, 'getSavedItems', async ({ request }) => {
    const items = await listSavedItems({ database, userId: requireUser(request).id })
    return { items: items.map((item) => ({ ...item, product: withOfferTexts(item.product, shownOffers.listOfProduct(item.product)) })) }
  })

  defineRoute(api, 'saveItem', async ({ params, request }) => {
    await saveItem({ database, userId: requireUser(request).id, ...params })
    return { message: 'Saved for later' }
  })

  defineRoute(api, 'removeSavedItem', async ({ params, request }) => {
    await removeSavedItem({ database, userId: requireUser(request).id, ...params })
    return { message: 'Removed from your saved items' }
  })

  defineRoute(api, 'addToCartFromSaved', async ({ params, body, request }) => {
    const userId = requireUser(request).id
    await addToCartFromSaved({ database, userId, ...params, ...body })
    return { message: 'Moved to your cart', ...(await readQuotedCart({ database, userId, person: findPerson(request) })) }
  })
}
