import type { ShopImport } from '#contract/shop-import/shop-import.ts'
import { choiceParts, type ShopImportPart } from '#contract/shop-import/shop-import-limits.ts'

export const partLabels: Readonly<Record<ShopImportPart, string>> = {
  pictures: 'Pictures and videos',
  categories: 'Categories and size guides',
  taxRates: 'Tax rates',
  products: 'Products with sizes and stock',
  collections: 'Collections',
  sales: 'Sale prices',
  offers: 'Offers',
  pages: 'Pages',
  settings: 'Settings',
  redirects: 'Old addresses',
  deliveryRules: 'Delivery rules',
  expenses: 'Expenses',
  freightAndFees: 'Freight and fees',
  customers: 'Customers',
  pastOrders: 'Orders of an earlier shop',
  orders: 'Orders, as history',
}

export const hasChoice = (part: ShopImportPart): boolean => choiceParts.some((each) => each === part)

export const isOpen = ({ state }: ShopImport): boolean => state === 'checking' || state === 'running'

export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** What has become of an import, or how far it is. */
export function describeImport({ state, step, written, parts, error, shopName }: ShopImport): string {
  if (state === 'uploading') return 'The upload is not complete. Choose the file again.'
  if (state === 'checking') return 'The file is being checked. You can leave this page.'
  if (state === 'failed') return error ?? ''
  if (state === 'stopped') return 'Stopped. What is saved stays. Run it again to go on.'
  if (state === 'checked') return `An export of ${shopName ?? 'a shop'}. Nothing is changed yet.`
  if (state === 'done') return 'The import is complete.'
  const part = parts.find((each) => each.part === step)
  if (!part) return 'The import begins within a minute. You can leave this page.'
  return `${partLabels[part.part]}: ${formatCount(written)} of ${formatCount(part.rows)}. You can leave this page.`
}
