import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { buildCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { buildWorkbook } from '#testing/workbooks.ts'
import { buildZip } from '#testing/zip-files.ts'

const { database, plan, check, readItems, upload } = await setUpImports()

const own = { Handle: '', Description: 'x', Category: 'TEE', Price: '500', Stock: '1' }
const header = 'Product name,Description,Category,Price,Stock,SKU'
const shown = async (file: string | Uint8Array) => {
  const checked = await check(file)
  const items = await readItems(checked._id)
  return { checked, items, read: items.map(({ name, error, preview }) => [name, error ?? preview?.price, preview?.stock]) }
}

test.each(['02-Mar', '6-Jul', 'Mar-10', '2026-03-02', '02/03/2026'])(
  'the size %s is what a spreadsheet has made of another one',
  async (size) => {
    const { items } = await plan([{ ...own, Name: 'Children', Size: size }])
    expect(items[0]?.error).toBe(
      `The spreadsheet has made a day of a size: ${size}. Format the column of the sizes as text before you enter them.`,
    )
  },
)

test('codes that a spreadsheet has shortened are refused in an own file and left out of others', async () => {
  const { items } = await plan([{ ...own, Name: 'Short', Size: 'M', SKU: '4.05E+11' }])
  expect(items[0]?.error).toBe('The spreadsheet has shortened the SKU 4.05E+11. Format its column as text, and enter all digits again.')
  const other = await plan([{ 'Product name': 'Other', Price: '500', Stock: 2, Barcode: '8.90123E+12' }])
  expect([other.items[0]?.outcome, other.items[0]?.warnings[1]]).toEqual([
    'new',
    'Barcode 8.90123E+12 is left out. The spreadsheet has shortened the Barcode 8.90123E+12. Format its column as text, and enter all digits again.',
  ])
})

test('a stock in powers of ten is refused, and a new size of a product is noted', async () => {
  const product = await createTestProduct({ database, sizes: { M: 2 } })
  const { items } = await plan([
    { Handle: product.id, Size: 'M', Stock: '1e3' },
    { ...own, Handle: (await createTestProduct({ database, sizes: { M: 2 } })).id, Size: '3XL' },
  ])
  expect(items[0]?.error).toBe('Stock must be a whole number.')
  expect(items[1]?.warnings).toContain('New size: 3XL.')
})

test('entities are decoded before cells are divided', async () => {
  const { checked, items } = await plan([
    {
      Title: 'Kurta &amp; Palazzo set',
      Handle: 'e-1',
      Type: 'Tops &amp; Tees',
      'Variant Price': 5,
      'Fabric (product.metafields.custom.fabric)': 'Cotton &amp; silk',
    },
  ])
  expect(items[0]?.name).toBe('Kurta & Palazzo set')
  expect(checked.categories[0]).toMatchObject({ value: 'Tops & Tees', category: 'TOPS-TEES' })
  const [stored] = await database.selectFrom('product_import_items').select('plan').where('import_id', '=', checked._id).execute()
  expect(stored?.plan).toMatchObject({ details: { fabric: 'Cotton & silk' } })
})

test.each([
  ['a quotation mark inside of a cell', `${header}\nTray 9" x 12",x,TEE,500,3,T-1\nNext,x,TEE,500,3,T-2`, ['Next', 'Tray 9" x 12"']],
  ['pipes', `${header}\nPiped,a; b,TEE,500,3,T-3`.replaceAll(',', '|'), ['Piped']],
  [
    'a title above the names of the columns',
    `Price list of 2026,,,,,\n,,,,,\nLoom,November,,,,\n${header}\nTitled,x,TEE,500,3,T-4`,
    ['Titled'],
  ],
  ['a title without separators', `Our products\n\n${header.replaceAll(',', ';')}\nBelow;"a, b";TEE;500;3;T-5`, ['Below']],
])('a file with %s is read', async (_what, file, names) => {
  const { read } = await shown(file)
  expect(read.map(([name]) => name).toSorted()).toEqual(names)
  expect(read.every(([, price, stock]) => price === 500 && stock === 3)).toBe(true)
})

test('one cut character does not ruin the file: its line is named', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `कुर्ता ${index},x,TEE,500,3,C-${index}`)
  const bytes = Buffer.from([header, ...lines].join('\n'))
  const at = bytes.indexOf('कुर्ता 4') + 16
  const broken = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  const { checked, items } = await shown(broken)
  expect(checked.notes).toContain('Characters that cannot be read are shown as � on line 6.')
  expect(items.filter(({ name }) => name.startsWith('कुर्ता ')).length).toBe(29)
})

test('an older encoding is said', async () => {
  const { checked } = await shown(Buffer.from(`${header}\nCafé,x,TEE,500,3,W-1`, 'latin1'))
  expect(checked.notes[0]).toContain('The file was read as Windows-1252')
})

test('the first sheet of an Excel file is read, and a zip file with one CSV', async () => {
  const rows = [header.split(','), ['Sheet tee', 'x', 'TEE', '500', '3', '8901234567894']]
  expect((await shown(buildWorkbook(rows))).read).toEqual([['Sheet tee', 500, 3]])
  const csv = Buffer.from(`${header}\nZipped tee,x,TEE,500,3,Z-1`)
  const zip = buildZip([
    { name: '__MACOSX/._products.csv', bytes: csv },
    { name: 'export/products.csv', bytes: csv },
  ])
  expect((await shown(zip)).read).toEqual([['Zipped tee', 500, 3]])
})

test('a zip file without a CSV or with several is refused', async () => {
  const csv = Buffer.from(buildCsv([{ Name: 'x' }]))
  for (const names of [['a.png'], ['a.csv', 'b.csv']]) {
    const reply = await upload(buildZip(names.map((name) => ({ name, bytes: csv }))))
    expect([reply.statusCode, reply.json().fields.file]).toEqual([400, expect.stringContaining('This zip file must have one CSV file.')])
  }
})
