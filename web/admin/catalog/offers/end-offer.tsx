import { useState } from 'react'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

/** Ends an offer for good, after a question. */
export function EndOffer({ offer: { _id: id, title, code, version }, onEnded }: { offer: Offer; onEnded: (message: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, message, run } = useAction()
  const end = async () => {
    await run(async () => {
      const reply = await callSignedIn('POST /offers/:id/end', { params: { id }, body: { version } })
      onEnded(reply.message)
      return reply
    })
    setAsking(false)
  }
  return (
    <>
      <Button className="text-bad" onClick={() => setAsking(true)}>
        End the offer
      </Button>
      {message?.isError && <StatusMessage message={message} />}
      {isAsking && (
        <ConfirmDialog
          title="End this offer?"
          text="It applies to no new order, and cannot be started again. Orders that have used it keep their discount."
          action="End"
          busy={busy}
          onConfirm={end}
          onClose={() => setAsking(false)}
        >
          <p className="font-semibold wrap-anywhere">{code ?? title}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
