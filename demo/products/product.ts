/** What a further picture shows: the back, the neck or the waistband, the cloth from near, or one piece of a pack. */
export type View = 'back' | 'detail' | 'fabric' | 'piece-1' | 'piece-2' | 'piece-3'

/** Three for each product: a pack of two has its pieces and the cloth, a pack of three its pieces. */
export function listViews({ itemsInPack = 1 }: Pick<DemoProductData, 'itemsInPack'>): readonly View[] {
  if (itemsInPack === 1) return ['back', 'detail', 'fabric']
  return itemsInPack === 2 ? ['piece-1', 'piece-2', 'fabric'] : ['piece-1', 'piece-2', 'piece-3']
}

/** What a file of products says of each. */
export type DemoProductData = {
  /** File name of the picture: `demo/pictures/<slug>.webp`. */
  slug: string
  name: string
  description: string
  /** Composition, knit or weave, and weight of the cloth, as the description says. */
  fabric: string
  care: string
  /** The plain word for the filter; a pack names the colour of each piece. */
  colour: string
  /** Of the whole pack. */
  weightGrams: number
  /** Shared by products that are the same but for the colour. */
  style?: string
  /** Whole paise, tax included. */
  pricePaise: number
  category: 'TEE' | 'JOGGER' | 'HOODIE' | 'DENIM' | 'KURTA' | 'SHIRT'
  /** Units in stock; by size, in the order of the sizes, when each has its own stock. */
  stock: number | Readonly<Record<string, number>>
  /** Background of the picture, #rrggbb; the placeholder colour while it loads. */
  backdrop: string
  /** Of a pack. */
  itemsInPack?: number
}

/** A product of the demo shop. */
export type DemoProduct = DemoProductData & {
  /** Pictures besides the front: `demo/pictures/<slug>-<view>.webp`. */
  views: readonly View[]
  details: { fabric: string; care: string; colour: string; weightGrams: number; style?: string; hsnCode: string; itemsInPack: number }
  /** Maximum retail price in whole paise, where it is above the price. */
  mrpPaise?: number
}
