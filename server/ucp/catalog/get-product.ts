import type { ProductRequest } from '#contract/ucp/catalog-requests.ts'
import type { OfferTexts } from '../../catalog/product/offer-texts.ts'
import { findColours } from '../../catalog/product/product-details.ts'
import type { Database } from '../../database/schema.ts'
import { UcpOutcome } from '../protocol/ucp-error.ts'
import { isInRupees, listIgnoredFilters, listProductMessages, withMessages } from './catalog-messages.ts'
import { type CatalogProduct, findCatalogProducts, findSizeOfId, listSizes, parseProductId } from './catalog-products.ts'
import { type CatalogVariant, passesFilters } from './filter-variants.ts'
import { colourOption, listOptions, presentProductFields, presentVariant, type Seller } from './present-product.ts'
import { describeOptions, hasOptions, relaxSelection, type SelectableVariant } from './select-options-rules.ts'

interface ProductRead {
  readonly database: Database
  readonly texts: OfferTexts
  readonly seller: Seller
  readonly request: ProductRequest
}

type Variant = CatalogVariant & SelectableVariant

const notFound = () =>
  new UcpOutcome({ messages: [{ type: 'error', code: 'not_found', content: 'There is no such product.', severity: 'unrecoverable' }] })

/** The product, then the products of its style in other colours. */
async function findStyle({ database, product }: { database: Database; product: CatalogProduct }): Promise<CatalogProduct[]> {
  const colours = product.details.colour === undefined ? undefined : await findColours({ database, product })
  const others = (colours ?? []).map(({ _id }) => _id).filter((id) => id !== product.id)
  const found = await findCatalogProducts({ database, ids: others })
  return [product, ...others.flatMap((id) => found.find((other) => other.id === id) ?? [])]
}

const listVariants = (product: CatalogProduct): Variant[] =>
  listSizes(product).map((size) => ({ product, size, options: listOptions({ product, size }), isInStock: size.stock > 0 }))

/**
 * A product with all colours of its style, and the variants with the selected options. As on its page the colour is selected and the size is
 * not. The id of a variant selects its options.
 * @throws UcpOutcome for an unknown product, and when no variant passes the filters.
 */
export async function getProduct({ database, texts, seller, request }: ProductRead) {
  const { id, preferences, filters = {}, context } = request
  const [product] = await findCatalogProducts({ database, ids: [parseProductId(id) ?? []].flat() })
  const size = product && id.length !== product.id.length ? findSizeOfId({ id, product }) : undefined
  if (!product || (id.length !== product.id.length && !size)) throw notFound()
  const style = await findStyle({ database, product })
  const variants = style.flatMap(listVariants)
  const { colour } = product.details
  const usual = colour === undefined ? [] : [{ name: colourOption, label: colour }]
  const wanted = size ? listOptions({ product, size }) : (request.selected ?? usual)
  const selected = relaxSelection({ variants, preferences, selected: wanted })
  const shown = variants
    .filter((variant) => hasOptions(variant, selected))
    .filter((variant) => passesFilters({ ...variant, filters, isPriced: isInRupees(context) }))
    // The variant of the request is the only one that has its options, unless another product of the style has the same colour.
    .toSorted((a, b) => Number(b.size === size) - Number(a.size === size) || Number(b.isInStock) - Number(a.isInStock))
  if (shown.length === 0) throw notFound()
  const presented = {
    ...presentProductFields({ product, seller, priced: style }),
    options: describeOptions({ variants, selected }),
    selected,
    variants: shown.map((variant) => presentVariant({ ...variant, seller })),
  }
  return withMessages({ product: presented }, [
    ...listIgnoredFilters(request),
    ...listProductMessages({ product, path: '$.product', texts }),
  ])
}
