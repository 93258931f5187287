import { sql } from 'kysely'
import { describeOffer } from '#contract/offers/offer-sentences.ts'
import type { Database } from '../database/schema.ts'
import { listShownOffers } from './offer-rows.ts'
import { isInScope, type Offer, toDescribedOffer } from './offer-rules.ts'

/** Processes that cache the shown offers listen to this channel of the database; a trigger of `offers` notifies it. */
export const offersChannel = 'offers_changed'

interface ShownOffer {
  readonly offer: Offer
  readonly text: string
  /** the products of its collections; empty for other scopes */
  readonly collected: ReadonlySet<string>
}

interface ShownProduct {
  readonly _id: string
  readonly category: string
  readonly regularPrice?: number | undefined
}

function isRunning({ offer: { from, to, limitTotal, used, gift } }: ShownOffer, now: Date): boolean {
  if ((from !== null && from > now) || (to !== null && to <= now)) return false
  return (limitTotal === null || used < limitTotal) && gift?.isInStock !== false
}

function concerns({ offer: { scope }, collected }: ShownOffer, { _id: productId, category, regularPrice }: ShownProduct): boolean {
  const product = { productId, category, isOnSale: regularPrice !== undefined, collectionIds: [] }
  if (scope.kind !== 'collections') return isInScope({ scope, product })
  return collected.has(productId) && !(scope.notOnSale && product.isOnSale)
}

/** Offers for some products first, because a card has room for few, then those that apply by themselves; of equal ones the oldest. */
function compareOffers(one: Offer, other: Offer): number {
  const rank = ({ scope, code, gift }: Offer) => (scope.kind === 'all' ? 4 : 0) + (code === null ? 0 : 2) + (gift === null ? 0 : 1)
  return rank(one) - rank(other)
}

/** The products of all these offers' collections, by the id of the offer. */
async function readCollected({ database, offers }: { database: Database; offers: readonly Offer[] }): Promise<Map<string, Set<string>>> {
  const ids = offers.flatMap(({ scope }) => (scope.kind === 'collections' ? scope.ids : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ collection: string; product: string }>`
    select collection_id::text as collection, product_id::text as product from collection_products where collection_id = any(${ids}::uuid[])
  `.execute(database)
  const products = Map.groupBy(rows, ({ collection }) => collection)
  return new Map(
    offers.map(({ id, scope }) => [id, new Set(scope.ids.flatMap((key) => products.get(key)?.map(({ product }) => product) ?? []))]),
  )
}

/**
 * The offers that shoppers see, as this process keeps them: those without a code and those with a public one, loaded again when they have
 * changed. Each is a sentence.
 */
export function createShownOffers({ database }: { database: Database }) {
  let shown: readonly ShownOffer[] = []
  let latestLoad = 0
  const listRunning = () => {
    if (shown.length === 0) return shown
    const now = new Date()
    return shown.filter((each) => isRunning(each, now))
  }
  const toTexts = (offers: readonly ShownOffer[]) => [...new Set(offers.map(({ text }) => text))]

  return {
    async load(): Promise<void> {
      latestLoad += 1
      const load = latestLoad
      const offers = await listShownOffers({ database })
      const collected = await readCollected({ database, offers })
      // A later load is newer, also when it ends first.
      if (load !== latestLoad) return
      shown = offers.toSorted(compareOffers).map((offer) => ({
        offer,
        text: describeOffer(toDescribedOffer(offer)),
        collected: collected.get(offer.id) ?? new Set(),
      }))
    },
    /** Whether a change of products may change what is shown. */
    dependsOnProducts: (): boolean => shown.some(({ offer: { scope, gift } }) => gift !== null || scope.kind === 'collections'),
    /** Whether an offer runs that a cart can come nearer to. */
    hasAutomatic: (): boolean => listRunning().some(({ offer: { code, kind } }) => code === null && kind !== 'pay_online'),
    /** The offers that concern a product. */
    listOfProduct: (product: ShownProduct): string[] => toTexts(listRunning().filter((each) => concerns(each, product))),
    /** The offers of a list of all products, or of one category. */
    listOfCategory(category: string | undefined): string[] {
      const offers = listRunning().filter(({ offer: { scope } }) => {
        return category === undefined || scope.kind === 'all' || (scope.kind === 'categories' && scope.ids.includes(category))
      })
      return toTexts(offers)
    },
  }
}

export type ShownOffers = ReturnType<typeof createShownOffers>
