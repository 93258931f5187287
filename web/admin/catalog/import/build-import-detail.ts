import type { ImportDetail } from '#contract/catalog-admin/product-import.ts'

/** A checked import of nine products for tests. */
export const buildImportDetail = (values: Partial<ImportDetail> = {}): ImportDetail => ({
  _id: '1',
  fileName: 'products.csv',
  format: 'shopify',
  source: 'shopify',
  state: 'checked',
  error: null,
  version: 1,
  rows: 9,
  createdAt: '2026-11-23T04:05:00.000Z',
  finishedAt: null,
  settledAt: null,
  outcomes: { new: 9, changed: 0, unchanged: 0, error: 0 },
  saved: 0,
  pictures: { waiting: 0, added: 0, failed: 0 },
  columns: [{ name: 'Title', sample: 'Tee', field: 'name' }],
  categories: [],
  options: { prices: 'highest', isDoubleXlOne: true, countryOfOrigin: '', maker: '', missingPrice: '' },
  notes: [],
  files: 0,
  isDeleted: false,
  ...values,
})
