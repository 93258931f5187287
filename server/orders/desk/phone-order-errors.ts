import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import { AppError } from '../../kernel/errors.ts'
import { unknownProductName } from '../order/rules.ts'

/** Errors whose texts are for shoppers, and those for the administrator who enters an order. */
const ownersCodes = {
  prices_changed: 'quote_changed',
  line_full: 'order_line_full',
  size_missing: 'order_size_missing',
  key_reused: 'order_sent_before',
} as const

const unknownProduct = catalogErrors.product_gone.text({ name: unknownProductName })

/** The error of an order with a text for the administrator who enters it. */
export function toOwnersError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.message === unknownProduct) return new AppError('product_gone', { name: 'A product of this order' })
  const code = Object.hasOwn(ownersCodes, error.code) ? ownersCodes[error.code as keyof typeof ownersCodes] : undefined
  return code === undefined ? error : new AppError(code)
}
