import type { Selectable } from 'kysely'
import type { Tables } from '../database/schema.ts'

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

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof columns)[number]>

/** One page of a list, and how many products the list has. */
export interface ListPage {
  readonly rows: ProductRow[]
  total: number
}
