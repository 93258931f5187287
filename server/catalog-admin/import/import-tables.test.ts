import { expect, test } from 'vitest'
import { setUpImports } from '#testing/product-imports.ts'

const { plan } = await setUpImports()

test('a table of an unknown program is planned at the first check: new categories, cut names, usual names of columns', async () => {
  const { checked, items } = await plan([
    {
      product_title: 'Linen suit',
      base_price: '8,999',
      price_usd: '$110',
      categoryName: 'Suits',
      gender: 'Women',
      stockQuantity: 4,
      imageURLs: 'https://a.in/1.jpg, https://a.in/2.jpg',
    },
    {
      product_title: `Very ${'long '.repeat(40)}name`,
      base_price: 700,
      price_usd: '$9',
      categoryName: 'Shirts > Formal',
      gender: 'M',
      stockQuantity: 2,
      imageURLs: '',
    },
  ])
  expect(checked).toMatchObject({ source: 'other', format: 'shopify', outcomes: { new: 2, error: 0 } })
  expect(checked.categories.map(({ name, isNew }) => [name, isNew])).toEqual([
    ['Suits', true],
    ['Formal', true],
  ])
  expect(items[0]?.preview).toMatchObject({ price: 8999, stock: 4, pictures: ['https://a.in/1.jpg', 'https://a.in/2.jpg'] })
  expect(items[1]?.warnings).toContain('Its name is cut at 120 characters.')
})

test('lines of one name are sizes and colours, a list of sizes is divided, and equal lines are products of their own', async () => {
  const { items } = await plan([
    { name: 'Tee', price: 500, color: 'Red', size: 'M', quantity: 1 },
    { name: 'Tee', price: 500, color: 'Red', size: 'L', quantity: 2 },
    { name: 'Tee', price: 500, color: 'Blue', size: 'M', quantity: 3 },
    { name: 'Saree', price: 900, quantity: 1 },
    { name: 'Saree', price: 950, quantity: 2 },
    { name: 'Suit', price: 5000, size: 'S, M, L', quantity: 9 },
  ])
  expect(
    items.map(({ name, error, preview }) => [name, error, preview?.sizes.map(({ size, stock }) => `${size} ${stock}`).join(', ')]),
  ).toEqual([
    ['Tee, Red', null, 'M 1, L 2'],
    ['Tee, Blue', null, 'M 3'],
    ['Saree', null, 'Free size 1'],
    ['Saree', null, 'Free size 2'],
    ['Suit', null, 'S 0, M 0, L 0'],
  ])
  expect(items[4]?.preview).toMatchObject({ status: 'draft', isUncounted: true })
})

test('a regular price beside a price is the MRP, a sale price is what is paid, and kinds of products are no categories', async () => {
  const { checked, items } = await plan([
    { name: 'Kurta', type: 'variable', price: 2000, regular_price: 2500, sale_price: '', categories: 'Women; Kurtas', stock_quantity: 3 },
    { name: 'Dupatta', type: 'simple', price: 1000, regular_price: '', sale_price: 800, categories: 'Women', stock_quantity: 3 },
  ])
  expect(items.map(({ preview }) => [preview?.price, preview?.mrp, preview?.category])).toEqual([
    [2000, 2500, 'Women'],
    [800, 1000, 'Women'],
  ])
  expect(checked.categories).toHaveLength(1)
})

test('a file of Wix is read: options of the product, variants with a surcharge, discounts and its pictures', async () => {
  const product = {
    handleId: 'p1',
    fieldType: 'Product',
    name: 'Wix tee',
    collection: 'Tees;Summer',
    price: 1000,
    visible: 'true',
    discountMode: 'PERCENT',
    discountValue: '10',
    inventory: 'InStock',
    productImageUrl: 'abc~mv2.jpg;def~mv2.jpg',
    productOptionName1: 'Size',
    productOptionDescription1: 'S;M',
    productOptionName2: 'Color',
    productOptionDescription2: '#ff0000:Red',
  }
  const { checked, items } = await plan([
    product,
    {
      handleId: 'p1',
      fieldType: 'Variant',
      surcharge: '0.0',
      inventory: 5,
      productOptionDescription1: 'S',
      productOptionDescription2: '#ff0000:Red',
    },
    {
      handleId: 'p1',
      fieldType: 'Variant',
      surcharge: '100',
      inventory: 'OutOfStock',
      productOptionDescription1: 'M',
      productOptionDescription2: '#ff0000:Red',
    },
    {
      ...product,
      handleId: 'p2',
      name: 'Wix scarf',
      discountValue: '0',
      productOptionName2: '',
      productOptionDescription2: '',
      visible: 'false',
    },
  ])
  expect(checked.source).toBe('wix')
  expect(items.map(({ name, error, preview }) => [name, error, preview?.price, preview?.mrp, preview?.status])).toEqual([
    ['Wix tee', null, 990, 1100, 'on_sale'],
    ['Wix scarf', null, 1000, null, 'draft'],
  ])
  expect(items[0]?.preview).toMatchObject({
    category: 'Tees',
    sizes: [
      { size: 'S', stock: 5 },
      { size: 'M', stock: 0 },
    ],
    pictures: ['https://static.wixstatic.com/media/abc~mv2.jpg', 'https://static.wixstatic.com/media/def~mv2.jpg'],
  })
})

test('equal sentences of many products are one about the file', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({
    name: `Priceless ${index}`,
    price: index < 5 ? 500 : '',
    quantity: 1,
    category: 'TEE',
  }))
  const { checked, items } = await plan(rows)
  expect(checked.notes).toContain(
    '20 products: It has no price, or the price 0. Choose one above for all of these, which become drafts, or enter it in the file.',
  )
  const described = await plan(rows.map((row) => ({ ...row, name: `${row.name} b`, price: 500 })))
  expect(described.checked.notes).toContain('25 products: It has no description: the name stands there.')
  expect([items.length, described.items.flatMap(({ warnings }) => warnings)]).toEqual([25, []])
})
