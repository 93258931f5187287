import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { isUuid } from '../database/is-uuid.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { loadOfferChoice, offerProductColumns } from './choose-offers.ts'
import { hasCodes } from './offer-rows.ts'
import type { OfferProduct } from './offer-rules.ts'
import { presentQuote } from './present-quote.ts'

interface GuestItems {
  readonly database: Database
  readonly items: readonly { readonly productId: string; readonly size: string | null; readonly quantity: number }[]
  readonly code: string | null
  readonly payment: 'delivery' | 'online'
}

/** What a guest's items cost with the offers of the moment. Products that are not on sale are left out. */
export async function quoteGuestItems({ database, items, code, payment }: GuestItems): Promise<Quote> {
  const products = await readProducts({ database, ids: items.map(({ productId }) => productId) })
  const lines = items.flatMap(({ productId, size, quantity }) => {
    const price = products.get(productId)?.price
    return price === undefined ? [] : [{ productId, size, price, quantity }]
  })
  const choice = await loadOfferChoice({ database, lines, products, code, person: undefined, isEntered: code !== null })
  return presentQuote({ lines, code, choice, payment, hasCodes: await hasCodes({ database }) })
}

type QuotedProduct = OfferProduct & { readonly price: Paise }

async function readProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, QuotedProduct>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const { rows } = await sql<QuotedProduct & { id: string }>`
    select id, price_paise as price, ${offerProductColumns} from products where id = any(${known}::uuid[]) and ${onSale}
  `.execute(database)
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}
