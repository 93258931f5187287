import type { Category } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'

export interface ProductRow {
  id: string
  name: string
  description: string
  category: Category
  price_paise: Paise
  stock: number
  image_key: string
  backdrop: string
  version: number
  created_at: Date
}

export const columns = [
  'id',
  'name',
  'description',
  'category',
  'price_paise',
  'stock',
  'image_key',
  'backdrop',
  'version',
  'created_at',
] as const

/** One page of a list, and how many products the list has. */
export interface ListPage {
  readonly rows: ProductRow[]
  total: number
}
