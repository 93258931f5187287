import { useRef, useState } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { Link } from '../../ui/link.tsx'
import { showToast } from '../../ui/toast.ts'
import { ListFrame } from '../list-frame.tsx'
import { buildDrawerHref, productsPath } from '../list-href.ts'
import type { Route } from './+types/list-product'
import { emptyProduct, ProductForm } from './product-form.tsx'
import { createProduct, type ProductValues } from './submit-product.ts'

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Add a product · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** Adds a product to the shop. */
export default function ListProduct() {
  const [added, setAdded] = useState<AdminProduct>()
  // One key until it has worked: a second try after a lost answer does not add the product twice.
  const key = useRef<{ key: string; sent: string }>(undefined)

  const send = async (values: ProductValues, onProgress: (share: number) => void) => {
    const sent = JSON.stringify([values, values.image?.name, values.image?.size, values.image?.lastModified])
    if (key.current?.sent !== sent) key.current = { key: createKey(), sent }
    const { message, product } = await createProduct({ values, key: key.current.key, onProgress })
    key.current = undefined
    setAdded(product)
    showToast({ text: message })
  }

  return (
    <ListFrame title="Add a product">
      <div className="max-w-3xl">
        <ProductForm kind="add" values={emptyProduct} action="Add product" send={send}>
          <p role="status" className="text-sm">
            {added && (
              <>
                {added.name} is in the shop.{' '}
                <Link to={buildDrawerHref({ pathname: productsPath, search: '' }, added._id)} className="link">
                  Look at it
                </Link>
              </>
            )}
          </p>
        </ProductForm>
      </div>
    </ListFrame>
  )
}
