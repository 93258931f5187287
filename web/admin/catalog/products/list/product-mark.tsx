import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { formatPlannedTime } from '../../../kit/format-time.ts'

/** Why shoppers do not see a product; nothing for one on sale. */
export function describeHidden({ status, publishAt }: Pick<AdminProduct, 'status' | 'publishAt'>): string | undefined {
  if (status === 'on_sale') return undefined
  if (status === 'archived') return 'Archived'
  return publishAt === undefined ? 'Draft' : `On sale from ${formatPlannedTime(publishAt)}`
}

/** Marks a draft or an archived product in a list. */
export function ProductMark({ product }: { product: AdminProduct }) {
  const text = describeHidden(product)
  if (text === undefined) return null
  return <span className="mr-2 inline-block sm:ml-2 rounded-control border border-edge px-1.5 text-xs font-medium text-soft">{text}</span>
}
