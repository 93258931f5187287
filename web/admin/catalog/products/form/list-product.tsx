import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { pageTitle } from '../../../../ui/page-title.ts'
import { showToast } from '../../../../ui/toast.ts'
import { ProductTabs } from '../../../kit/admin-tabs.tsx'
import { ListFrame } from '../../../kit/list-frame.tsx'
import { buildProductHref } from '../../../kit/list-href.ts'
import type { Route } from './+types/list-product'
import { emptyProduct, ProductForm } from './product-form.tsx'
import { createProduct, type ProductValues } from './submit-product.ts'

export const meta = pageTitle('Add a product')

export const clientLoader = () => callSignedIn('GET /categories/admin', {})

const storageKey = 'productKey'

/** The form to add a product. A retry with the same values adds it once. */
export default function ListProduct({ loaderData: { categories } }: Route.ComponentProps) {
  const [added, setAdded] = useState<AdminProduct>()

  const send = async (values: ProductValues, onProgress: (fraction: number) => void) => {
    const { image, ...texts } = values
    const contents = { ...texts, image: [image?.name, image?.size, image?.lastModified] }
    const { message, product } = await createProduct({ values, key: getIdempotencyKey({ storageKey, contents }), onProgress })
    clearIdempotencyKey(storageKey)
    setAdded(product)
    showToast({ text: message })
  }

  return (
    <ListFrame title="Add a product" tabs={<ProductTabs />}>
      <div className="max-w-3xl">
        <ProductForm kind="add" categories={categories} values={emptyProduct} action="Add product" send={send}>
          <p role="status" className="text-sm">
            {added && (
              <>
                {added.name} was {added.status === 'draft' ? 'saved as a draft' : 'added'}.{' '}
                <Link to={buildProductHref(added)} className="link">
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
