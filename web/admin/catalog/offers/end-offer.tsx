import type { Offer } from '#contract/offers/offer-schemas.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

/** Ends an offer for good, after a question. */
export function EndOffer({ offer: { _id: id, title, code, version }, onEnded }: { offer: Offer; onEnded: (message: string) => void }) {
  const { message, ask, dialog } = useAction()
  const askFirst = () =>
    ask(
      {
        title: 'End this offer?',
        text: 'It applies to no new order, and cannot be started again. Orders that have used it keep their discount.',
        action: 'End',
        children: <p className="font-semibold wrap-anywhere">{code ?? title}</p>,
      },
      () => callSignedIn('POST /offers/:id/end', { params: { id }, body: { version } }),
      (reply) => onEnded(reply.message),
    )
  return (
    <>
      <Button className="text-bad" onClick={askFirst}>
        End the offer
      </Button>
      {message?.isError && <StatusMessage message={message} />}
      {dialog}
    </>
  )
}
