import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../../../api/client.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { addOfflineHint, useAction } from '../../../kit/use-action.tsx'

/** Deletes a product after a confirmation, or archives it. A product that no longer exists counts as deleted. */
export function DeleteProduct({ product, onClose, onDeleted }: { product: AdminProduct; onClose: () => void; onDeleted: () => void }) {
  const { busy, message, run } = useAction()
  const finish = (text: string) => {
    showToast({ text })
    onDeleted()
  }
  const confirm = () =>
    run(async () => {
      try {
        await callSignedIn('DELETE /products/:id', { params: { id: product._id } })
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.status === 404))
          return { message: addOfflineHint(screenTexts.deleteFailed), isError: true }
      }
      finish(`${product.name} was deleted`)
      return { message: '' }
    })
  const archive = () => {
    const { _id: id, version } = product
    return run(
      () => callSignedIn('POST /products/:id/status', { params: { id }, body: { version, status: 'archived' } }),
      (reply) => finish(reply.message),
    )
  }
  return (
    <ConfirmDialog
      title={screenTexts.deleteQuestion}
      text={screenTexts.deleteWarning}
      action="Delete"
      busy={busy}
      error={message?.isError ? message.text : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{product.name}</p>
      {product.status !== 'archived' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
          <p className="grow basis-40 text-sm text-soft">An archived product leaves the shop, too, and can be restored.</p>
          <Button variant="ink" aria-disabled={busy} onClick={archive}>
            Archive instead
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
