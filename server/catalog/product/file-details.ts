import { storedDetails } from '#contract/catalog/product-details.ts'

/**
 * What a product declares, without what Shopify's product file has a column for. The file of an exported shop has a column for each, and its
 * import reads each, so that a new field moves with the product.
 */
export const detailsWithOwnColumn = storedDetails
  .omit({ weightGrams: true, seoTitle: true, seoDescription: true, searchWords: true })
  .keyof().options
