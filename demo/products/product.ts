import type { Drawing } from '../artwork/drawing.ts'

/** A product of the demo shop: its database row and the drawing of its picture. */
export type DemoProduct = {
  /** File name of the picture: `demo/pictures/<slug>.webp`. */
  slug: string
  name: string
  description: string
  /** Whole paise, tax included. */
  pricePaise: number
  category: 'TEE' | 'JOGGER' | 'HOODIE' | 'DENIM' | 'KURTA' | 'SHIRT'
  /** Units in stock; by size, in the order of the sizes, when each has its own stock. */
  stock: number | Readonly<Record<string, number>>
  /** Background of the picture, #rrggbb; the placeholder colour while it loads. */
  backdrop: string
  drawing: Drawing
}
