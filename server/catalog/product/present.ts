import { sizes } from '#contract/business.ts'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { AdminPicture, ProductPicture } from '#contract/catalog/pictures/product-pictures.ts'
import type { ProductDetails, StoredDetails } from '#contract/catalog/product-details.ts'
import type { Product } from '#contract/catalog/products.ts'
import { toRupees } from '#contract/money.ts'
import { parseImageKey } from '../pictures/focal-point.ts'
import type { PictureRow } from '../pictures/pictures.ts'
import type { ProductRow, ShownPicture } from './repository.ts'

/** The path of a product image in the width and format that replies name. */
export function imagePath(imageKey: string): string {
  return `/images/${imageKey}/800.webp`
}

export function presentProduct(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    ...presentPrices(row),
    image: imagePath(row.image_key),
    backdrop: row.placeholder_color,
    category: row.category,
    stock: row.stock,
    ...presentSizes(row.sizeStock),
  }
}

/** The sizes of a product, with their stock if each has its own. */
export const presentSizes = (sizeStock: ProductRow['sizeStock']): Pick<Product, 'sizes' | 'sizeStock'> =>
  sizeStock === null ? { sizes: [...sizes] } : { sizes: sizeStock.map(({ size }) => size), sizeStock }

/** The price, and what it is compared with. */
function presentPrices({ price_paise: price, mrp_paise: mrp, regular_price_paise: regularPrice, sale_ends_at: endsAt }: ProductRow) {
  return {
    price: toRupees(price),
    ...(mrp !== null && mrp > price && { mrp: toRupees(mrp) }),
    ...(regularPrice !== null && { regularPrice: toRupees(regularPrice) }),
    ...(endsAt !== null && { saleEndsAt: endsAt.toISOString() }),
  }
}

/** Details with both names of the keywords. */
const presentDetails = (details: StoredDetails): ProductDetails =>
  details.searchWords === undefined ? details : { ...details, keywords: details.searchWords }

/** A product that is not deleted, for administrators. */
export function presentAdminProduct(row: ProductRow): AdminProduct {
  const { status } = row
  if (status === 'deleted') throw new Error(`Product ${row.id} is deleted.`)
  const { focus } = parseImageKey(row.image_key)
  const mrp = row.mrp_paise === null ? undefined : toRupees(row.mrp_paise)
  const { details, details_version: detailsVersion, version, created_at: createdAt, publish_at: publishAt } = row
  return {
    ...presentProduct(row),
    mrp,
    details: presentDetails(details),
    detailsVersion,
    version,
    status,
    focus,
    createdAt: createdAt.toISOString(),
    ...(status !== 'on_sale' && { hiddenAs: status }),
    ...(publishAt !== null && { publishAt: publishAt.toISOString() }),
  }
}

export function presentPicture(row: ShownPicture): ProductPicture {
  return { image: imagePath(row.image_key), backdrop: row.placeholder_color, alt: row.alt }
}

export function presentAdminPicture(row: PictureRow): AdminPicture {
  return { ...presentPicture(row), _id: row.id, focus: parseImageKey(row.image_key).focus }
}
