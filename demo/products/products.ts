import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export interface DemoPicture {
  /** in `demo/pictures/` */
  readonly file: string
  readonly alt: string
}

/** A product of the demo shop. */
export interface DemoProduct {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  /** whole paise, tax included */
  readonly pricePaise: number
  /** maximum retail price in whole paise, where it is above the price */
  readonly mrpPaise?: number
  /** units; by size, in the order of the sizes, when each has its own stock */
  readonly stock: number | Readonly<Record<string, number>>
  /** the front first */
  readonly pictures: readonly DemoPicture[]
  /** of the pictures, #rrggbb: the placeholder colour while they load */
  readonly backdrop: string
  readonly details: {
    readonly fabric: string
    readonly care: string
    /** the plain word for the filter; a pack names the colour of each piece */
    readonly colour: string
    /** shared by products that are the same but for the colour */
    readonly style?: string
    /** of the whole pack */
    readonly weightGrams: number
    readonly itemsInPack: number
    readonly hsnCode: string
  }
}

type Row = Readonly<Record<string, string>>

/** The products of `products.csv`, a file that the shop's import reads, too. Newest first, in pages of seven that mix categories and colours. */
export const demoProducts: readonly DemoProduct[] = readProducts()

function readProducts(): DemoProduct[] {
  const rows: Row[] = parse(readFileSync(new URL('products.csv', import.meta.url)), { columns: true })
  return [...Map.groupBy(rows, (row) => row.Handle ?? '').values()].map(toProduct)
}

/** The first row has everything, the others one more size each. */
function toProduct(rows: readonly Row[]): DemoProduct {
  const cell = (name: string) => rows[0]?.[name] ?? ''
  const texts = cell('Picture texts').split('|')
  const mrp = cell('MRP')
  const style = cell('Style')
  return {
    slug: cell('Handle'),
    name: cell('Name'),
    description: cell('Description'),
    category: cell('Category'),
    pricePaise: Number(cell('Price')) * 100,
    ...(mrp !== '' && { mrpPaise: Number(mrp) * 100 }),
    stock: cell('Size') === '' ? Number(cell('Stock')) : Object.fromEntries(rows.map((row) => [row.Size, Number(row.Stock)])),
    pictures: cell('Pictures')
      .split('|')
      .map((file, index) => ({ file, alt: texts[index] ?? '' })),
    backdrop: cell('Backdrop'),
    details: {
      fabric: cell('Fabric'),
      care: cell('Care'),
      colour: cell('Colour'),
      ...(style !== '' && { style }),
      weightGrams: Number(cell('Weight in grams')),
      itemsInPack: Number(cell('Items in a pack')),
      hsnCode: cell('HSN code'),
    },
  }
}
