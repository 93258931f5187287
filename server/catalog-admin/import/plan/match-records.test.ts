import { expect, test } from 'vitest'
import type { ProductRecord } from '../read/product-record.ts'
import type { ExistingProduct, ExistingProducts } from './find-existing.ts'
import { matchRecords } from './match-records.ts'

/** A record of another shop's file with one size. */
const record = (line: number, handle: string, sku: string): ProductRecord => ({
  line,
  handle,
  fields: {},
  sizes: [{ line, size: 'M', stock: '1', sku, barcode: '' }],
  pictures: [],
  notes: [],
})

/** A shop with one product that has no handle. */
const tee = { id: 'tee', handle: null } as ExistingProduct
const existing: ExistingProducts = { byHandle: new Map([['tee', tee]]), bySku: new Map([['T-M', tee]]), names: new Set() }

const match = async (...records: ProductRecord[]) => {
  const matched = await matchRecords({ records, existing, source: 'shopify' })
  return matched.map(({ record: { line, sizes, notes }, product }) => [line, product?.id, sizes.map(({ sku }) => sku), notes])
}
const note = 'SKU T-M is left out. Another product has it.'

test('a SKU finds the product of a record of another shop', async () => {
  expect(await match(record(2, 'shirt', 'T-M'))).toEqual([[2, 'tee', ['T-M'], []]])
})

test('a SKU does not find a product that a later record names by its handle', async () => {
  expect(await match(record(2, 'shirt', 'T-M'), record(3, 'tee', 'T-L'))).toEqual([
    [2, undefined, [''], [note]],
    [3, 'tee', ['T-L'], []],
  ])
})

test('a SKU finds its product for the first record that has it only', async () => {
  expect(await match(record(2, 'shirt', 'T-M'), record(3, 'kurta', 'T-M'))).toEqual([
    [2, 'tee', ['T-M'], []],
    [3, undefined, [''], [note]],
  ])
})
