import { expect, test } from 'vitest'
import { buildCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, database, cookies, readItems, check, importFile, find } = await setUpImports()

const csv = 'Name,Description,Category,Price,Stock\r\n"Café – tee",Größe,TEE,"1,299","1,200"\r\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(csv)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${csv}`)],
  ['UTF-16 LE', utf16(`\uFEFF${csv}`)],
  ['UTF-16 BE', utf16(`\uFEFF${csv}`).swap16()],
  ['UTF-16 LE without a mark', utf16(csv)],
  ['Windows-1252', Buffer.from(csv.replace('–', '\x96'), 'latin1')],
  ['tabs', Buffer.from(csv.replaceAll('"1,299"', '1299').replaceAll('"1,200"', '1200').replaceAll(',', '\t'))],
  ['semicolons after a line that says so', Buffer.from(`sep=;\r\n${csv.replaceAll('","', '";"').replaceAll(/,(?=\D)/g, ';')}`)],
])('a file in %s is read', async (what, bytes) => {
  const checked = await check(bytes)
  const items = await readItems(checked._id)
  expect(items.map(({ name, error, line, preview }) => [name, error, line, preview?.price, preview?.stock])).toEqual([
    ['Café – tee', null, what.startsWith('semicolons') ? 3 : 2, 1299, 1200],
  ])
})

test('a last line that is cut off is refused, and the others are not', async () => {
  const whole = ['Name,Description,Category,Price,Stock', 'Whole tee,x,TEE,5,7', 'Cut tee,x,TEE,5'].join('\n')
  const errors = async (text: string) => (await readItems((await check(text))._id)).map(({ name, error }) => [name, error])
  expect(await errors(whole)).toEqual([
    ['Cut tee', 'Line 3, the last one of the file, is cut off. Download the file again, and upload the whole of it.'],
    ['Whole tee', null],
  ])
  // A line end follows, or other lines are as short: the cells are empty.
  expect((await errors(`${whole}\n`)).map(([, error]) => error)).toEqual([null, null])
  expect((await errors(whole.replace(',7', ''))).map(([, error]) => error)).toEqual([null, null])
})

test('the own export is imported without a change and without a note', async () => {
  const row = { Handle: '', Description: 'x', Category: 'TEE', Price: '500' }
  await importFile(
    buildCsv([
      { ...row, Name: 'Export by size', Size: '2XL', Stock: '3', SKU: 'EX-1', Cost: '200', 'SEO title': 'A title', Colour: 'Beige, pink' },
      { ...row, Name: 'Export of one stock', Stock: '4' },
      { ...row, Name: 'Export of one piece', Stock: '4', SKU: 'EX-2' },
    ]),
  )
  const [typed] = await find('Export of one stock')
  // As a browser sends the lines of a form.
  await database
    .updateTable('products')
    .set({ description: 'One\r\ntwo' })
    .where('id', '=', typed?._id ?? '')
    .execute()
  const { body } = await request('GET', '/products/export', { cookies })
  expect(body).not.toContain('/images/no-picture')
  const checked = await check(body)
  expect(checked.outcomes).toMatchObject({ new: 0, changed: 0, error: 0 })
  expect(checked.notes).toEqual([])
  expect((await readItems(checked._id, '?outcome=warning')).map(({ warnings }) => warnings)).toEqual([])
})
