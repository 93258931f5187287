import type { ErrorTable } from '../kernel/errors/error-table.ts'

/** Errors of stock and sizes. */
export const inventoryErrors = {
  stock_size_missing: { status: 400, text: 'This product has stock by size. Choose the size.' },
  stock_changed: { status: 409, text: 'The stock has changed in the meantime. Please review it and try again.' },
  stock_reason_missing: { status: 400, text: 'The stock changes. Please give the reason.' },
  sizes_differ: {
    status: 400,
    text: ({ sum, stock }: { sum: number; stock: number }) => `The sizes add up to ${sum}, but the stock is ${stock}.`,
  },
  sku_taken: { status: 409, text: 'One of these SKUs belongs to another product.' },
  sku_unknown: { status: 404, text: ({ sku }: { sku: string }) => `No product has the SKU ${sku}.` },
  sku_ambiguous: {
    status: 409,
    text: ({ sku }: { sku: string }) => `Several sizes have the SKU ${sku} in other letters. Write it as the shop does.`,
  },
  sku_prices_differ: { status: 400, text: 'Rows of this request set different prices of the same product.' },
  stock_differs: { status: 409, text: ({ stock }: { stock: number }) => `The stock is ${stock} now.` },
  back_in_stock: { status: 409, text: ({ name }: { name: string }) => `${name} is in stock again. You can order it now.` },
  restock_link_invalid: { status: 410, text: "This link does not work any more. Please ask again on the product's page." },
  stock_below_zero: { status: 409, text: 'The stock is lower than that.' },
  stock_too_large: { status: 409, text: 'That is more stock than a product can have.' },
  sold_out: { status: 409, text: ({ name }: { name: string }) => `${name} is sold out.` },
  not_enough_stock: { status: 409, text: ({ left, name }: { left: number; name: string }) => `Only ${left} left of ${name}.` },
} as const satisfies ErrorTable
