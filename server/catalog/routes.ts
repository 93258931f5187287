import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { listFilters } from '#contract/catalog/products.ts'
import { spellSize } from '#contract/catalog/size-names.ts'
import { findDefaultSort, paging, toCategoryKey } from '#contract/kernel/business.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import { toOffset } from '../database/pages.ts'
import { notDeleted, onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import type { StorefrontReads } from '../database/storefront-reads.ts'
import { defineRoute } from '../http/define-route.ts'
import { productAdminRoutes } from './admin-routes.ts'
import { categoryRoutes } from './category-routes.ts'
import { collectionRoutes } from './collections/collection-routes.ts'
import { countFacets } from './listing/facets.ts'
import type { ListCache } from './listing/list-cache.ts'
import { findAllProducts, listProducts } from './listing/list-products.ts'
import { findSimilar } from './listing/similar.ts'
import { suggest } from './listing/suggestions.ts'
import type { ImageStore } from './pictures/image-store.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { addOfferTexts, type OfferTexts, withOfferTexts } from './product/offer-texts.ts'
import { findColours } from './product/product-details.ts'
import { presentPicture, presentProduct, presentReturnRule, selectShown } from './product/product-row.ts'
import { requireProduct, requireProductPage } from './product/repository.ts'
import { saleRoutes } from './sales/sale-routes.ts'
import { findLowestPrice } from './sales/sales.ts'

const toFilters = ({
  category = '',
  q = '',
  minPrice,
  maxPrice,
  inStock,
  size = [],
  colour = '',
  fabric = '',
  country = '',
}: z.output<typeof listFilters>) => ({
  category: toCategoryKey(category) || undefined,
  q: q.trim(),
  minPrice: minPrice === undefined ? undefined : toPaise(minPrice),
  maxPrice: maxPrice === undefined ? undefined : toPaise(maxPrice),
  inStock: inStock === 'true',
  sizes: [size].flat().filter(Boolean).map(spellSize),
  colour: colour.trim() || undefined,
  fabric: fabric.trim() || undefined,
  country: country.trim() || undefined,
})

interface ProductDependencies {
  readonly database: Database
  readonly storefrontReads: StorefrontReads
  readonly images: ImageStore
  readonly shownOffers: OfferTexts
  /** what lists cache, which other readers of lists share */
  readonly lists: ListCache
  /** starts and ends the sales that are due, soon */
  readonly requestSales: () => void
}

/** The page of a product, read from this database. */
async function readPage({ database, id, condition }: Parameters<typeof requireProductPage>[0]) {
  const { pictures, audience, returnRule, ...product } = await requireProductPage({ database, id, condition })
  const colours = await findColours({ database, product })
  const lowestPrice = product.regular_price_paise === null ? undefined : toRupees(await findLowestPrice({ database, product }))
  // The keywords and what the tax counts are not for shoppers, and the return rule is said for the page as a whole.
  const { searchWords, taxPieces, returnRule: ownRule, ...details } = product.details
  return {
    ...presentProduct(product),
    lowestPrice,
    ...presentReturnRule(returnRule),
    pictures: pictures.map(presentPicture),
    details,
    ...(product.needs_declarations && { needsDeclarations: true }),
    gender: details.gender ?? audience?.gender ?? undefined,
    ageGroup: details.ageGroup ?? audience?.ageGroup ?? undefined,
    sizeSystem: audience?.sizeSystem ?? undefined,
    colours,
  }
}

export function productRoutes(api: FastifyInstance, dependencies: ProductDependencies): void {
  const { database, storefrontReads, images, shownOffers: texts, lists, requestSales } = dependencies
  const cache = {
    ...lists,
    clear() {
      // Or what is loaded next would come from a replica that lacks the change.
      storefrontReads.requireChanges()
      lists.clear()
    },
  }

  defineRoute(
    api,
    'getAllProducts',
    async ({ query }) => {
      // Without a query: the whole array, as spec §7 has it.
      const from = storefrontReads.choose()
      if (Object.values(query).every((value) => value === undefined)) return (await findAllProducts({ database: from })).map(presentProduct)
      const { page = 1, limit = paging.productsDefaultLimit } = query
      const filters = toFilters(query)
      const { sort = findDefaultSort(filters.q) } = query
      const { rows, total } = await listProducts({
        database: from,
        cache,
        select: selectShown,
        query: { ...filters, sort, limit, offset: toOffset({ page, perPage: limit }) },
      })
      const products = addOfferTexts({ products: rows.map(presentProduct), texts })
      return withOfferTexts({ products, total }, texts.listOfCategory(filters.category))
    },
    { cacheable: true },
  )

  defineRoute(
    api,
    'getSuggestions',
    async ({ query }) => {
      const items = await suggest({ database: storefrontReads.choose(), cache, q: query.q.trim() })
      return { suggestions: [...new Set(items.map(({ text }) => text))], items }
    },
    { cacheable: true },
  )

  defineRoute(api, 'getFacets', ({ query }) => countFacets({ database: storefrontReads.choose(), cache, filters: toFilters(query) }), {
    cacheable: true,
  })

  defineRoute(
    api,
    'getProduct',
    async ({ params }) => {
      const product = await readPage({ database: storefrontReads.choose(), id: params.id, condition: onSale })
      return withOfferTexts(product, texts.listOfProduct(product))
    },
    { cacheable: true },
  )

  defineRoute(api, 'getProductPreview', ({ params }) => readPage({ database, id: params.id, condition: notDeleted }))

  categoryRoutes(api, { database, storefrontReads, cache, images })
  collectionRoutes(api, { database, storefrontReads, images, texts })
  defineRoute(
    api,
    'getSimilarProducts',
    async ({ params }) => {
      const from = storefrontReads.choose()
      const product = await requireProduct({ database: from, id: params.id, condition: onSale })
      const similar = await findSimilar({ database: from, product })
      return { products: addOfferTexts({ products: similar.map(presentProduct), texts }) }
    },
    { cacheable: true },
  )

  productAdminRoutes(api, { database, images, cache })
  pictureRoutes(api, { database, images })
  saleRoutes(api, { database, cache, requestSales })
}
