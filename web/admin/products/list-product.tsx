import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/products.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { showToast } from '../../ui/toast.ts'
import { ListFrame } from '../list-frame.tsx'
import { buildDrawerHref, productsPath } from '../list-href.ts'
import type { Route } from './+types/list-product'
import { emptyProduct, ProductForm } from './product-form.tsx'
import { createProduct, type ProductValues } from './submit-product.ts'

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Add a product · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** The form to add a product. */
export default function ListProduct() {
  const [added, setAdded] = useState<AdminProduct>()
  // The same values keep their key until they are saved, so that a retry does not add the product twice.
  const attempt = useRef<{ key: string; content: string }>(undefined)

  const send = async (values: ProductValues, onProgress: (fraction: number) => void) => {
    const content = JSON.stringify([values, values.image?.name, values.image?.size, values.image?.lastModified])
    if (attempt.current?.content !== content) attempt.current = { key: createKey(), content }
    const { message, product } = await createProduct({ values, key: attempt.current.key, onProgress })
    attempt.current = undefined
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
                {added.name} was added.{' '}
                <Link to={buildDrawerHref({ pathname: productsPath, search: '' }, added._id)} className="link">
                  View product
                </Link>
              </>
            )}
          </p>
        </ProductForm>
      </div>
    </ListFrame>
  )
}
