import type { Drawing } from '../artwork/drawing.ts'

/** A product of the demo shop: what the seed writes into the database, and how its picture is drawn. */
export type DemoProduct = {
  /** Also the name of the picture: `demo/pictures/<slug>.webp`. */
  slug: string
  name: string
  description: string
  /** Whole paise, tax included. */
  pricePaise: number
  category: 'TEE' | 'JOGGER' | 'HOODIE' | 'DENIM'
  /** Pieces on the shelf; 0 is sold out. */
  stock: number
  /** The picture's own backdrop, #rrggbb: the placeholder while it loads. */
  backdrop: string
  drawing: Drawing
}
