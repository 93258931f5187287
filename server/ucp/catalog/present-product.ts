import { productHref, toSlug } from '#contract/catalog/product-url.ts'
import { buildGroupId, buildVariantId } from '#contract/catalog/variants.ts'
import { currency } from '#contract/kernel/business.ts'
import { parseGtin } from '../../catalog/feeds/feed-items.ts'
import { type CatalogProduct, type CatalogSize, listSizes } from './catalog-products.ts'

/** The shop that a reply names. */
export interface Seller {
  /** `https://shop.example` */
  readonly origin: string
  readonly name: string
}

interface Presented {
  readonly product: CatalogProduct
  readonly seller: Seller
}

export const sizeOption = 'Size'
export const colourOption = 'Colour'

const toPrice = (amount: number) => ({ amount, currency })

const toRange = (amounts: readonly number[]) => ({ min: toPrice(Math.min(...amounts)), max: toPrice(Math.max(...amounts)) })

/** The price before a reduction, in paise: the maximum retail price, or the one before the sale; undefined without a reduction. */
function findListPrice({ mrp_paise: mrp, regular_price_paise: regular, price_paise: price }: CatalogProduct): number | undefined {
  return [mrp, regular].find((amount) => amount !== null && amount > price) ?? undefined
}

function describeAvailability({ stock, availableFrom }: { stock: number; availableFrom: string | null | undefined }) {
  if (stock === 0) return { available: false, status: 'out_of_stock' }
  return { available: true, status: availableFrom == null ? 'in_stock' : 'preorder' }
}

/** The options of a size of a product: its colour, if it declares one, and its size. */
export const listOptions = ({ product, size }: { product: CatalogProduct; size: CatalogSize }) => [
  ...(product.details.colour === undefined ? [] : [{ name: colourOption, label: product.details.colour }]),
  { name: sizeOption, label: size.size },
]

/** A size of a product, which can be bought. Its id is that of the feeds and of the structured data. */
export function presentVariant({ product, size, seller }: Presented & { readonly size: CatalogSize }) {
  const { id: productId, name } = product
  const { origin } = seller
  const listPrice = findListPrice(product)
  const gtin = parseGtin(size.barcode)
  const options = listOptions({ product, size })
  return {
    id: buildVariantId({ productId, size: size.size }),
    ...(size.sku && { sku: size.sku }),
    ...(gtin !== undefined && { barcodes: [{ type: 'GTIN', value: gtin }] }),
    title: options.map(({ label }) => label).join(' / '),
    description: { plain: `${name}, ${size.size}` },
    url: `${origin}${productHref({ _id: productId, name })}?size=${encodeURIComponent(size.size)}`,
    price: toPrice(product.price_paise),
    ...(listPrice !== undefined && { list_price: toPrice(listPrice) }),
    availability: describeAvailability({ stock: size.stock, availableFrom: product.availableFrom }),
    options,
    seller: {
      name: seller.name,
      links: [
        { type: 'refund_policy', url: `${origin}/returnPolicy` },
        { type: 'shipping_policy', url: `${origin}/ship` },
        { type: 'privacy_policy', url: `${origin}/privacy` },
        { type: 'terms_of_service', url: `${origin}/term` },
      ],
    },
  }
}

/** What a product declares, without what is not known. */
function listMetadata({ id, details, categoryFields, returnRule, dispatchDays, availableFrom }: CatalogProduct) {
  const declared = {
    item_group_id: buildGroupId({ productId: id, details }),
    material: details.fabric,
    care: details.care,
    fit: details.fit,
    gender: details.gender ?? categoryFields?.gender ?? undefined,
    age_group: details.ageGroup ?? categoryFields?.ageGroup ?? undefined,
    size_system: categoryFields?.sizeSystem ?? undefined,
    country_of_origin: details.countryOfOrigin,
    return_rule: returnRule,
    dispatch_days: dispatchDays ?? undefined,
    available_from: availableFrom ?? undefined,
  }
  return Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined))
}

function listCategories({ category, categoryFields }: CatalogProduct) {
  const google = categoryFields?.googleCategory
  return [
    { value: categoryFields?.name ?? category, taxonomy: 'merchant' },
    ...(google == null ? [] : [{ value: String(google), taxonomy: 'google_product_category' }]),
  ]
}

/** A product without its options and variants. The prices are those of all products of which the reply has variants. */
export function presentProductFields({ product, seller, priced = [product] }: Presented & { readonly priced?: readonly CatalogProduct[] }) {
  const { id, name, description, image_key } = product
  const slug = toSlug(name)
  const pictures = product.pictures.length > 0 ? product.pictures : [{ image_key, alt: '' }]
  const hasReduction = priced.some((each) => findListPrice(each) !== undefined)
  return {
    id,
    ...(slug !== '' && { handle: slug }),
    title: name,
    description: { plain: description },
    url: `${seller.origin}${productHref({ _id: id, name })}`,
    categories: listCategories(product),
    price_range: toRange(priced.map(({ price_paise }) => price_paise)),
    ...(hasReduction && { list_price_range: toRange(priced.map((each) => findListPrice(each) ?? each.price_paise)) }),
    media: pictures.map((picture) => ({
      type: 'image',
      url: `${seller.origin}/images/${picture.image_key}/1200.jpeg`,
      alt_text: picture.alt || name,
    })),
    metadata: listMetadata(product),
  }
}

/** A product of a list: each of its sizes is a variant, those in stock first. */
export function presentProduct({ product, seller }: Presented) {
  const sizes = listSizes(product)
  const inStockFirst = sizes.toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0))
  const { colour } = product.details
  return {
    ...presentProductFields({ product, seller }),
    options: [
      ...(colour === undefined ? [] : [{ name: colourOption, values: [{ label: colour }] }]),
      { name: sizeOption, values: sizes.map(({ size }) => ({ label: size })) },
    ],
    variants: inStockFirst.map((size) => presentVariant({ product, size, seller })),
  }
}
