// Apart from product-details.ts, because the product page needs no validator.

import type { ProductDetails } from './product-details.ts'

/** The country of products that declare none. */
export const homeCountry = 'India'

export const isImported = ({ countryOfOrigin = homeCountry }: ProductDetails): boolean =>
  countryOfOrigin.toLowerCase() !== homeCountry.toLowerCase()

interface Declaration {
  readonly details: ProductDetails
  readonly mrp?: number | undefined
  /** the store's, the default of the maker's */
  readonly storeAddress: string | null
}

/** What the Legal Metrology (Packaged Commodities) Rules ask for on a listing and the product does not declare. */
export function findMissingDeclarations({ details, mrp, storeAddress }: Declaration): string[] {
  const isMakerMissing = details.maker === undefined && storeAddress === null
  return [
    ...(mrp === undefined ? ['MRP'] : []),
    ...(isMakerMissing ? ['maker'] : []),
    ...(isImported(details) && details.importer === undefined ? ['importer'] : []),
  ]
}
