import { formatRupees } from '#contract/kernel/money.ts'
import type { EnteredRemittance } from '#contract/shipping/remittances.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface UndoRemittanceProps {
  list: EnteredRemittance
  onUndone: () => void
  /** someone else has undone it, or resolved a line of it */
  onStale: () => void
  onClose: () => void
}

/** Asks before a list is taken back. */
export function UndoRemittance({ list, onUndone, onStale, onClose }: UndoRemittanceProps) {
  const { _id: id, version, amount, courierName, lines, resolvedLines } = list
  const { busy, message, run } = useAction(onStale)
  const undo = async () => {
    const reply = await callSignedIn('POST /remittances/:id/undo', { params: { id }, body: { version } })
    onUndone()
    return reply
  }
  return (
    <Dialog open title="Undo this list?" onClose={onClose}>
      <p className="wrap-anywhere">
        <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {courierName},{' '}
        {lines === 1 ? '1 line' : `${lines} lines`}
      </p>
      <p>
        Its lines are taken back, and the courier has not paid them. You can enter the list again.
        {resolvedLines > 0 &&
          ` ${resolvedLines === 1 ? '1 line was' : `${resolvedLines} lines were`} resolved; what was noted is kept with the list only.`}
      </p>
      <StatusMessage message={message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Go back</Button>
        <Button variant="ink" aria-disabled={busy} onClick={() => void run(undo)}>
          {busy ? 'Please wait…' : 'Undo the list'}
        </Button>
      </div>
    </Dialog>
  )
}
