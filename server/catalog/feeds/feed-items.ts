import { sql } from 'kysely'
import type { AgeGroup, Gender } from '#contract/catalog/audience.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { buildGroupId, buildVariantId, formatColours } from '#contract/catalog/variants.ts'
import { currency, sizes as shopSizes } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianTime } from '#contract/kernel/indian-time.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { type ChargePolicies, calculateShipping } from '#contract/orders/charges.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { placeholderSource } from '../pictures/placeholder-image.ts'
import { availableFromColumn, dispatchDaysColumn, type ProductRow, productColumns } from '../product/product-row.ts'

/** Formatted at once: requests of shoppers wait for that. */
const productsPerQuery = 100

/** The maximum lengths that both specifications allow. */
const maxLength = { title: 150, description: 5_000, material: 200, brand: 70 } as const
/** Clothing in Google's taxonomy, which Meta uses too: for categories that have no number of their own. */
const clothing = 1604

interface FeedSize {
  readonly size: string
  readonly stock: number
  readonly sku: string | null
  readonly barcode: string | null
}

interface FeedProduct extends Omit<ProductRow, 'sizeStock'> {
  /** null for a product with one stock */
  readonly sizes: readonly FeedSize[] | null
  readonly pictures: readonly string[]
  readonly categoryName: string | null
  readonly categoryGender: Gender | null
  readonly categoryAgeGroup: AgeGroup | null
  readonly sizeSystem: string | null
  readonly googleCategory: number | null
  readonly saleStartsAt: Date | null
}

/** What all sizes of a product have in common, by the attribute names of Google and Meta. Undefined: not known. */
interface CommonAttributes {
  readonly item_group_id: string
  readonly description: string
  readonly image_link: string
  readonly additional_image_link: readonly string[]
  readonly price: string
  readonly sale_price: string | undefined
  readonly sale_price_effective_date: string | undefined
  readonly maximum_retail_price: string | undefined
  readonly brand: string
  readonly condition: 'new'
  readonly gender: Gender | undefined
  readonly age_group: AgeGroup | undefined
  readonly size_system: string | undefined
  readonly color: string | undefined
  readonly material: string | undefined
  readonly google_product_category: string
  readonly product_type: string | undefined
}

/** What a size of a product has for itself. */
interface SizeAttributes {
  readonly id: string
  readonly title: string
  readonly link: string
  readonly isInStock: boolean
  readonly size: string
  readonly gtin: string | undefined
  readonly mpn: string | undefined
}

/** The items of a product: one for each size. */
export interface FeedGroup {
  readonly common: CommonAttributes
  /** of an order of one item, such as `79.00 INR`; undefined: it depends on the PIN code */
  readonly shippingPrice: string | undefined
  /** of a product that is made to order */
  readonly dispatchDays: number | undefined
  /** the day from which a pre-order leaves */
  readonly availableFrom: string | undefined
  readonly sizes: readonly SizeAttributes[]
}

const formatPrice = (amount: Paise) => `${toRupees(amount).toFixed(2)} ${currency}`

const formatTime = (time: Date) => `${toIndianTime(time).replace(' ', 'T')}+05:30`

/** A barcode that is a GTIN: 8, 12, 13 or 14 digits, the last of which checks the others. */
export function parseGtin(barcode: string | null): string | undefined {
  if (barcode === null || !/^(\d{8}|\d{12,14})$/.test(barcode)) return undefined
  const sum = [...barcode].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? barcode : undefined
}

/** MRP or regular price, and the lower price that is paid. */
function presentPrices({
  price_paise: paid,
  mrp_paise: mrp,
  regular_price_paise: regular,
  sale_ends_at: endsAt,
  saleStartsAt,
}: FeedProduct) {
  const full = [mrp, regular].find((amount) => amount !== null && amount > paid)
  const isDated = full != null && endsAt !== null && saleStartsAt !== null
  return {
    price: formatPrice(full ?? paid),
    sale_price: full == null ? undefined : formatPrice(paid),
    sale_price_effective_date: isDated ? `${formatTime(saleStartsAt)}/${formatTime(endsAt)}` : undefined,
    maximum_retail_price: mrp === null ? undefined : formatPrice(mrp),
  }
}

export interface Shop {
  /** `https://shop.example` */
  readonly origin: string
  readonly storeName: string
  readonly policies: Pick<Policies, 'dispatchHours' | 'deliveryDays'> & ChargePolicies
}

/** The items of a product. One with one stock is sold in the sizes of the shop. */
function buildFeedGroup({ product, origin, storeName, policies }: Shop & { product: FeedProduct }): FeedGroup {
  const { id: productId, name, description, details, stock, image_key, pictures, categoryName } = product
  const variants = product.sizes ?? shopSizes.map((size) => ({ size, stock, sku: null, barcode: null }))
  const toImage = (key: string) => `${origin}/images/${key}/1200.jpeg`
  const common: CommonAttributes = {
    item_group_id: buildGroupId({ productId, details }),
    description: cutText(description, maxLength.description),
    image_link: toImage(image_key),
    additional_image_link: pictures.slice(1).map(toImage),
    ...presentPrices(product),
    brand: cutText(storeName, maxLength.brand),
    condition: 'new',
    gender: details.gender ?? product.categoryGender ?? undefined,
    age_group: details.ageGroup ?? product.categoryAgeGroup ?? undefined,
    size_system: product.sizeSystem ?? undefined,
    color: formatColours(details.colour),
    material: details.fabric && cutText(details.fabric, maxLength.material),
    google_product_category: String(product.googleCategory ?? clothing),
    product_type: categoryName ?? undefined,
  }
  const sizes = variants.map(({ size, stock: left, sku, barcode }) => ({
    id: buildVariantId({ productId, size }),
    title: cutText(`${name}, ${size}`, maxLength.title),
    link: `${origin}${productHref({ _id: productId, name })}?size=${encodeURIComponent(size)}`,
    isInStock: left > 0,
    size,
    gtin: parseGtin(barcode),
    mpn: sku ?? undefined,
  }))
  const isByPin = policies.shippingByPin === 'on'
  const shippingPrice = isByPin ? undefined : formatPrice(calculateShipping({ policies, goods: product.price_paise }))
  const [dispatchDays, availableFrom] = [product.dispatchDays ?? undefined, product.availableFrom ?? undefined]
  return { common, shippingPrice, dispatchDays, availableFrom, sizes }
}

interface FeedPart {
  readonly database: Database
  /** of the part before */
  readonly lastId: string | undefined
}

/** The next products on sale that have a picture, oldest first. */
export const selectFeedProducts = ({ database, lastId }: FeedPart) =>
  database
    .selectFrom('products')
    .leftJoin('categories', 'categories.key', 'products.category')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select([dispatchDaysColumn, availableFromColumn])
    .select([
      'categories.name as categoryName',
      'categories.gender as categoryGender',
      'categories.age_group as categoryAgeGroup',
      'categories.size_system as sizeSystem',
      'categories.google_category as googleCategory',
      sql<Date | null>`(select max(starts_at) from product_sales where product_id = products.id and state = 'running')`.as('saleStartsAt'),
      sql<FeedSize[] | null>`case when has_sizes then (
        select json_agg(json_build_object('size', size, 'stock', product_sizes.stock, 'sku', sku, 'barcode', barcode) order by position)
        from product_sizes where product_id = products.id
      ) end`.as('sizes'),
      sql<string[]>`coalesce((
        select json_agg(image_key order by position) from product_pictures where product_id = products.id
      ), '[]')`.as('pictures'),
    ])
    .where(onSale)
    // Shopping sites refuse placeholders. An aggregate, because PostgreSQL turns `not exists` into a join that reads all pictures for each part.
    .where(
      sql<boolean>`(
        select bool_or(source = ${placeholderSource}) from product_pictures
        where product_id = products.id and product_pictures.image_key = products.image_key
      ) is not true`,
    )
    .$if(lastId !== undefined, (query) => query.where('products.id', '>', lastId as string))
    .orderBy('products.id')
    .limit(productsPerQuery)

/** The items of all products on sale that have a picture, oldest first, in parts: of a large shop no more than one part is in memory. */
export async function* listFeedGroups({ database, ...shop }: Shop & { database: Database }): AsyncGenerator<FeedGroup[]> {
  for (let lastId: string | undefined; ; ) {
    const products: FeedProduct[] = await selectFeedProducts({ database, lastId }).execute()
    if (products.length === 0) return
    yield products.map((product) => buildFeedGroup({ product, ...shop }))
    lastId = products.at(-1)?.id
  }
}
