import type { Paise } from '#contract/money.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { isUuid } from '../database/is-uuid.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { loadOfferChoice } from './choose-offers.ts'
import { hasCodes } from './offer-rows.ts'
import { presentQuote } from './present-quote.ts'

interface GuestItems {
  readonly database: Database
  readonly items: readonly { readonly productId: string; readonly quantity: number }[]
  readonly code: string | null
  readonly payment: 'delivery' | 'online'
}

/** What a guest's items cost with the offers of the moment. Products that are not on sale are left out. */
export async function quoteGuestItems({ database, items, code, payment }: GuestItems): Promise<Quote> {
  const prices = await readPrices({ database, ids: items.map(({ productId }) => productId) })
  const lines = items.flatMap(({ productId, quantity }) => {
    const price = prices.get(productId)
    return price === undefined ? [] : [{ productId, price, quantity }]
  })
  const choose = await loadOfferChoice({ database, lines, code, person: undefined })
  return presentQuote({ lines, code, choose, payment, hasCodes: await hasCodes({ database }) })
}

async function readPrices({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, Paise>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const rows = await database.selectFrom('products').select(['id', 'price_paise']).where('id', 'in', known).where(onSale).execute()
  return new Map(rows.map(({ id, price_paise }) => [id, price_paise]))
}
