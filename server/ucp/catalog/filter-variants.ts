import { spellSize } from '#contract/catalog/size-names.ts'
import type { UcpFilters } from '#contract/ucp/catalog-requests.ts'
import type { CatalogProduct, CatalogSize } from './catalog-products.ts'

const normalize = (text: string): string => text.trim().toLowerCase()

/** A product with one of its sizes. */
export interface CatalogVariant {
  readonly product: CatalogProduct
  readonly size: CatalogSize
}

interface Filtered extends CatalogVariant {
  readonly filters: UcpFilters
  /** the price filter is in rupees */
  readonly isPriced: boolean
}

/** Whether a variant passes filters of which the lists of the shop apply the same to products. */
export function passesFilters({ product, size, filters, isPriced }: Filtered): boolean {
  const { price_paise: amount, category, categoryFields, details } = product
  const { categories, price, available, sizes, colour, fabric } = filters
  const names = [category, categoryFields?.name, String(categoryFields?.googleCategory ?? '')].flatMap((text) =>
    text ? normalize(text) : [],
  )
  const passes = [
    !categories || categories.some((value) => names.includes(normalize(value))),
    !(isPriced && price?.min !== undefined) || amount >= price.min,
    !(isPriced && price?.max !== undefined) || amount <= price.max,
    !available || size.stock > 0,
    !sizes?.length || (size.stock > 0 && sizes.map(spellSize).includes(size.size)),
    !colour || normalize(details.colour ?? '') === normalize(colour),
    !fabric ||
      normalize(details.fabric ?? '')
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .includes(normalize(fabric)),
  ]
  return passes.every(Boolean)
}
