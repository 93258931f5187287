import { useState } from 'react'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { describeError } from './use-resource.ts'

/** Gives a shopper a new PIN and shows it this once. */
export function ResetPin({ account, onClose }: { account: { readonly _id: string; readonly name: string }; onClose: () => void }) {
  const [pin, setPin] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const rekey = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const reply = await callSignedIn('resetUserPin', { params: { id: account._id } })
      setPin(reply.pin)
    } catch (fault) {
      setProblem(describeError(fault))
    } finally {
      setBusy(false)
    }
  }
  if (pin !== undefined)
    return (
      <Dialog open title={`New PIN for ${account.name}`} onClose={onClose}>
        <p className="text-center font-display text-5xl tracking-widest tabular-nums">{pin}</p>
        <p className="text-soft">
          Tell it to {account.name} now: it is shown this once. Whoever was signed in to the account is signed out.
        </p>
        <Button variant="ink" className="self-end" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`A new PIN for ${account.name}?`}
      text="The old PIN stops working, a lock is lifted, and the account is signed out everywhere. Make sure that it is theirs."
      action="Make a new PIN"
      busy={busy}
      problem={problem}
      onConfirm={rekey}
      onClose={onClose}
    />
  )
}
