import type { ImportSource } from '#contract/catalog-admin/import-fields.ts'
import type { ImportOptions } from '#contract/catalog-admin/product-import.ts'

/** What an import does while the administrator has chosen nothing else. Files of this shop say what they mean. */
export const defaultOptions = (source: ImportSource): ImportOptions => ({
  prices: source === 'own' ? 'refuse' : 'highest',
  isDoubleXlOne: true,
  countryOfOrigin: '',
  maker: '',
  missingPrice: '',
  uncounted: 'drafts',
  uncountedStock: '',
})
