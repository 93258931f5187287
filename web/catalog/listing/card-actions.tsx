import { useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import { findSizeInStock } from '#contract/inventory/size-stock.ts'
import type { Size } from '#contract/kernel/business.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { addToCart, useIsShopper } from '../shared/add-to-cart.ts'
import { SizePicker } from '../shared/size-picker.tsx'
import { productNameId, toShortId } from './product-card.tsx'

/** Size, Add to Cart and Go to Cart; `mySize` is selected if it is in stock. Hidden without JavaScript, which the guest cart needs. */
export function CardActions({ product, mySize }: { product: Product; mySize?: Size | undefined }) {
  const [size, setSize] = useState<Size | undefined>(findSizeInStock({ product, size: mySize }))
  const isShopper = useIsShopper()
  const soldOut = product.stock === 0
  return (
    <div className="card-actions">
      <SizePicker
        name={`size-${toShortId(product)}`}
        product={product}
        selected={size}
        onSelect={setSize}
        disabled={soldOut}
        describedBy={productNameId(product)}
      />
      <Button
        variant="outline"
        className="mt-2"
        aria-describedby={productNameId(product)}
        disabled={soldOut}
        // The second press of a double click adds nothing.
        onClick={({ detail }) => detail < 2 && addToCart({ product, size })}
      >
        {soldOut ? 'Sold out' : 'Add to Cart'}
      </Button>
      <LinkButton
        variant="quiet"
        to={isShopper ? '/UserDashboard/cart' : '/homecart'}
        aria-describedby={productNameId(product)}
        className="text-sm"
      >
        Go to Cart
      </LinkButton>
    </div>
  )
}
