import { useState } from 'react'
import { Link } from 'react-router'
import type { Size } from '#contract/kernel/business.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { adminHome } from '../../session/homes.ts'
import { pageTitle } from '../../ui/page-title.ts'
import type { Route } from './+types/product-preview'
import { DeclarationList, DetailList } from './detail-list.tsx'
import { ProductView } from './product-view.tsx'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => callSignedIn('GET /products/:id/preview', { params: { id: params.id } })

export const meta = pageTitle('Preview')

const listHref = `${adminHome}/payment`

/** The page of a product for administrators, before shoppers see it. */
export default function ProductPreview({ loaderData: product }: Route.ComponentProps) {
  const [size, setSize] = useState<Size>()
  const { categories } = useStoreConfig()
  return (
    <>
      <p className="page-width flex flex-wrap items-center gap-x-4 pt-4 font-medium">
        Preview: this is how shoppers will see the product.
        <Link to={`${listHref}?open=${product._id}`} className="link inline-flex min-h-11 items-center">
          Back to the product
        </Link>
      </p>
      <ProductView
        isPreview
        product={product}
        size={size}
        onSizeChange={setSize}
        cartHref="/buy"
        listHref={listHref}
        categoryHref={`${listHref}?category=${product.category}`}
        categoryName={findCategoryName({ categories, key: product.category })}
        details={<DetailList product={product} />}
        declarations={<DeclarationList product={product} />}
      />
    </>
  )
}
