import { useState } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { addOfflineHint } from '../use-action.tsx'

/** Deletes a product after a confirmation. A product that no longer exists counts as deleted. */
export function DeleteProduct({ product, onClose, onDeleted }: { product: AdminProduct; onClose: () => void; onDeleted: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await callSignedIn('deleteProduct', { params: { id: product._id } })
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 404)) {
        setBusy(false)
        return setError(addOfflineHint(screenTexts.deleteFailed))
      }
    }
    showToast({ text: `${product.name} was deleted` })
    onDeleted()
  }
  return (
    <ConfirmDialog
      title={screenTexts.deleteQuestion}
      text={screenTexts.deleteWarning}
      action="Delete"
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{product.name}</p>
    </ConfirmDialog>
  )
}
