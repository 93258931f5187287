import { quantities } from '../kernel/business.ts'
import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of carts and saved items. */
export const cartErrors = {
  product_id_missing: { status: 400, text: 'Product ID is missing.' },
  line_not_found: { status: 404, text: 'This item is no longer in your cart.' },
  cart_full: { status: 409, text: 'Your cart is full. Please order what is in it first.' },
  saved_full: { status: 409, text: `You can save up to ${quantities.maxSaved} items. Please remove some first.` },
  line_full: { status: 409, text: `You can order up to ${quantities.max} of one item.` },
  cart_empty: { status: 409, text: 'Your cart is empty.' },
  prices_changed: { status: 409, text: 'Prices have changed. Please review your cart.' },
} as const satisfies ErrorTable
