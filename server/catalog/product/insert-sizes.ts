import type { Size } from '#contract/kernel/business.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

export interface SizeInput {
  readonly size: Size
  readonly stock: number
  /** empty for none */
  readonly sku: string
  readonly barcode: string
  /** empty for none; left out, a size keeps its shelf */
  readonly shelf?: string | undefined
}

interface NewSizes {
  readonly trx: Transaction
  readonly products: readonly {
    readonly productId: string
    /** in the order in which the shop shows them */
    readonly sizes: readonly SizeInput[]
  }[]
}

/** Inserts the sizes of products, or replaces those that they have. Throws `AppError` (409) for a SKU of another product. */
export async function insertSizes({ trx, products }: NewSizes): Promise<void> {
  const rows = products.flatMap(({ productId, sizes }) =>
    sizes.map(({ size, stock, sku, barcode, shelf = null }, index) => {
      return { product_id: productId, size, position: index + 1, stock, sku: sku || null, barcode: barcode || null, shelf }
    }),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('product_sizes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'size']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        stock: eb.ref('excluded.stock'),
        sku: eb.ref('excluded.sku'),
        barcode: eb.ref('excluded.barcode'),
        shelf: eb.fn.coalesce('excluded.shelf', 'product_sizes.shelf'),
      })),
    )
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'product_sizes_sku_key' ? new AppError('sku_taken') : error
    })
}
