import { useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'

/** Cancels an order after a confirmation. */
export function CancelOrder({
  order: { _id, number, amountPaid },
  onChange,
  onCancelled,
}: {
  order: OrderDetail
  /** the order may have changed: reload it */
  onChange: () => Promise<void>
  /** this button is removed: move the focus */
  onCancelled: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await callSignedIn('POST /order/:id/cancel', { params: { id: _id } })
      setOpen(false)
      showToast({ text: message })
      await onChange()
      onCancelled()
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      setError(failure instanceof ApiError && failure.code === 'unknown' ? screenTexts.signInFailed : failure.message)
      await onChange()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <Button onClick={() => setOpen(true)}>Cancel order</Button>
      {isOpen && (
        <ConfirmDialog
          title="Cancel this order?"
          text={`Order ${number} will not be shipped. ${amountPaid > 0 ? 'Your payment will be refunded to the original payment method.' : 'You have not paid anything, so there is nothing to refund.'}`}
          action="Yes, cancel it"
          busy={busy}
          error={error}
          onConfirm={cancel}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
