/** One line of a CSV file. */
const toLine = (cells: readonly (string | number)[]) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')

const shopifyHeader = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Status',
]

const sizes = ['S', 'M', 'L', 'XL']

/** A product CSV as Shopify exports it: kurtas and shirts with stock by size, the first line of each with its fields. */
export function buildShopifyCsv({
  count,
  prefix = '',
  pictures = () => [],
}: {
  count: number
  prefix?: string
  pictures?: (index: number) => readonly string[]
}): string {
  const products = Array.from({ length: count }, (_, index) => {
    const type = index % 2 === 0 ? 'Kurta' : 'Shirt'
    const handle = `${prefix}${type.toLowerCase()}-${index + 1}`
    const images = pictures(index)
    return Array.from({ length: Math.max(sizes.length, images.length) }, (_, line) => {
      const isFirst = line === 0
      const size = sizes[line]
      return toLine([
        ...[
          handle,
          isFirst ? `${type} ${prefix}${index + 1}` : '',
          isFirst ? `<p>Hand-woven <b>cotton</b>.</p><ul><li>Side slits</li></ul>` : '',
        ],
        ...(isFirst ? ['Loom', type, 'cotton, summer', 'TRUE', 'Size'] : ['', '', '', '', '']),
        ...(size === undefined
          ? ['', '', '', '', '', '', '']
          : [size, `${handle} ${size}`, 250, index + line, '1299.00', '1599.00', `'89012345${String(index * 10 + line).padStart(5, '0')}`]),
        ...(images[line] === undefined ? ['', '', ''] : [images[line], line + 1, `View ${line + 1}`]),
        isFirst ? 'active' : '',
      ])
    })
  })
  return [toLine(shopifyHeader), ...products.flat()].join('\r\n')
}

/** A CSV file with these lines; lines that are objects have their keys as column names. */
export function buildCsv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [toLine(columns), ...rows.map((row) => toLine(columns.map((column) => row[column] ?? '')))].join('\n')
}

export type Cells = Record<string, string | number>

/** A product of Shopify with the columns of before 2025. */
export const buildShopifyRow = (cells: Cells): Cells => ({
  Title: cells.Handle ?? '',
  'Body (HTML)': '<p>Plain.</p>',
  Type: 'TEE',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '900',
  'Variant Inventory Qty': '3',
  Status: 'active',
  ...cells,
})
