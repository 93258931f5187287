// Apart from product-details.ts, because the product page needs no validator.

import type { ProductDetails } from './product-details.ts'

/** What products can leave out. Administrators filter their lists by it. */
export const undeclaredFields = ['mrp', 'maker', 'origin', 'weight', 'hsn'] as const
export type UndeclaredField = (typeof undeclaredFields)[number]

/** The country of products that declare none. */
export const homeCountry = 'India'

export const isImported = ({ countryOfOrigin = homeCountry }: ProductDetails): boolean =>
  countryOfOrigin.toLowerCase() !== homeCountry.toLowerCase()

interface Declaration {
  readonly details: ProductDetails
  /** nothing is declared that the details do not say */
  readonly needsDeclarations?: boolean | undefined
  readonly mrp?: number | undefined
  /** the store's, the default of the maker's */
  readonly storeAddress: string | null
}

/** What the Legal Metrology (Packaged Commodities) Rules ask for on a listing and the product does not declare. */
export function findMissingDeclarations({ details, mrp, storeAddress, needsDeclarations = false }: Declaration): string[] {
  const isMakerMissing = details.maker === undefined && (storeAddress === null || needsDeclarations)
  return [
    ...(mrp === undefined ? ['MRP'] : []),
    ...(needsDeclarations && details.countryOfOrigin === undefined ? ['country of origin'] : []),
    ...(isMakerMissing ? ['maker'] : []),
    ...(isImported(details) && details.importer === undefined ? ['importer'] : []),
  ]
}
