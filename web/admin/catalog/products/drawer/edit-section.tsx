import { useState } from 'react'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { ReloadButton, SavedMessage } from '../../../shared/saved-message.tsx'
import { ProductForm, toProductValues } from '../form/product-form.tsx'
import { editProduct } from '../form/submit-product.ts'
import { useProductCard, useReportEdit } from './product-card.tsx'

/** Name, description, price, category and image of a product. */
export function EditSection() {
  const { product, categories, show, reload } = useProductCard()
  const [message, setMessage] = useState('')
  const [isEdited, setEdited] = useState(false)
  useReportEdit(isEdited)
  return (
    <ProductForm
      kind="edit"
      categories={categories}
      action="Save"
      details={product.details}
      priceHint={describeSalePrice(product)}
      values={toProductValues(product)}
      send={(values, onProgress) => editProduct({ id: product._id, values, onProgress })}
      onSent={(saved) => {
        setMessage(saved.message)
        show({ product: saved.product })
      }}
      onEdit={(edited) => {
        setEdited(edited)
        if (edited) setMessage('')
      }}
    >
      <ReloadButton onClick={reload} />
      <SavedMessage>{message}</SavedMessage>
    </ProductForm>
  )
}

/** Says that the price is that of a sale, and which one comes back. */
const describeSalePrice = ({ regularPrice }: AdminProduct): string | undefined =>
  regularPrice === undefined ? undefined : `The price of the running sale, then again ${formatRupees(regularPrice)}`
