import { useEffect, useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { bellIcon, Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.ts'
import type { RestockForm } from './restock-form.tsx'

interface LazyRestockFormProps {
  product: Product
  /** the sold-out size that was pressed last */
  size: Size | undefined
}

type Form = typeof RestockForm

/** Loads the form when it is opened. */
const loadForm = (setForm: (create: () => Form) => void) =>
  import('./restock-form.tsx').then(
    (module) => setForm(() => module.RestockForm),
    () => showToast({ text: screenTexts.fetchFailed, kind: 'error' }),
  )

/** Offers an email when a product, or one of its sizes, is in stock again. Nothing while all of it is in stock. */
export function LazyRestockForm({ product, size }: LazyRestockFormProps) {
  const [Form, setForm] = useState<Form>()
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (size !== undefined) void loadForm(setForm)
  }, [size])
  const soldOutSizes = product.sizeStock?.flatMap((each) => (each.stock === 0 ? [each.size] : [])) ?? []
  if (product.stock > 0 && soldOutSizes.length === 0) return null
  if (Form) return <Form product={product} sizes={soldOutSizes} initialSize={size} hasFocus={isPressed} />
  return (
    <button
      type="button"
      onClick={() => {
        setPressed(true)
        void loadForm(setForm)
      }}
      className="link hidden min-h-11 items-center gap-2 self-start text-sm js:inline-flex"
    >
      <Icon path={bellIcon} size={18} />
      {soldOutSizes.length > 0 ? 'Notify me when my size is back' : 'Notify me when it is back'}
    </button>
  )
}
