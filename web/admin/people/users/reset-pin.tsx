import { useState } from 'react'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useAction } from '../../kit/use-action.tsx'

/** Gives a user a new PIN, which is shown once. */
export function ResetPin({ user, onClose }: { user: { readonly _id: string; readonly name: string }; onClose: () => void }) {
  const [pin, setPin] = useState<string>()
  const { busy, message, run } = useAction()
  const reset = () =>
    run(
      () => callSignedIn('POST /users/:id/pin', { params: { id: user._id } }),
      (reply) => setPin(reply.pin),
    )
  if (pin !== undefined)
    return (
      <Dialog open title={`New PIN for ${user.name}`} onClose={onClose}>
        <p className="text-center font-display text-5xl tracking-widest tabular-nums">{pin}</p>
        <p className="text-soft">Give this PIN to {user.name} now; it is shown only once. The account has been signed out everywhere.</p>
        <Button variant="ink" className="self-end" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Reset the PIN of ${user.name}?`}
      text="The old PIN stops working, and the account is unlocked and signed out everywhere. Make sure that the request comes from its owner."
      action="Reset PIN"
      busy={busy}
      error={message?.text}
      onConfirm={reset}
      onClose={onClose}
    />
  )
}
