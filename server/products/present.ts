import { sizes } from '#contract/business.ts'
import { toRupees } from '#contract/money.ts'
import type { AdminProduct, Product } from '#contract/products.ts'
import type { ProductRow } from './product-row.ts'

/** Where a picture is served; the other widths and formats stand beside it. */
export function imagePath(imageKey: string): string {
  return `/images/${imageKey}/800.webp`
}

export function presentProduct(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    price: toRupees(row.price_paise),
    image: imagePath(row.image_key),
    backdrop: row.backdrop,
    category: row.category,
    stock: row.stock,
    sizes: [...sizes],
  }
}

export function presentAdminProduct(row: ProductRow): AdminProduct {
  return { ...presentProduct(row), version: row.version, createdAt: row.created_at.toISOString() }
}
