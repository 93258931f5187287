import { useEffect, useState } from 'react'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { type Size, sizes } from '#contract/kernel/business.ts'
import { call } from '../../../api/client.ts'

interface OfferedSize {
  readonly size: Size
  /** with what is left, for a product with stock by size */
  readonly label: string
}

/** The sizes of a product. A deleted one is not found, and has those of the shop. */
export function useOfferedSizes(productId: string): readonly OfferedSize[] {
  const [offered, setOffered] = useState<readonly OfferedSize[]>(() => sizes.map((size) => ({ size, label: size })))
  useEffect(() => {
    let isCurrent = true
    call('GET /products/:id', { params: { id: productId } }).then(
      (product) => {
        if (!isCurrent) return
        const describe = (size: Size) => (product.sizeStock ? `${size} (${findSizeStock({ product, size })} left)` : size)
        setOffered(product.sizes.map((size) => ({ size, label: describe(size) })))
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [productId])
  return offered
}
