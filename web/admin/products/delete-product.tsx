import { useState } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { showToast } from '../../ui/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/** Asks once more, then takes the product out of the shop. One that is gone already is what was wanted. */
export function DeleteProduct({ product, onClose, onDeleted }: { product: AdminProduct; onClose: () => void; onDeleted: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await callSignedIn('deleteProduct', { params: { id: product._id } })
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.status === 404)) {
        setBusy(false)
        return setProblem(screenTexts.deleteFailed)
      }
    }
    showToast({ text: `${product.name} is deleted` })
    onDeleted()
  }
  return (
    <ConfirmDialog
      title={screenTexts.deleteQuestion}
      text={screenTexts.deleteWarning}
      action="Delete"
      busy={busy}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{product.name}</p>
    </ConfirmDialog>
  )
}
