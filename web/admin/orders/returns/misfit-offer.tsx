import { useRevalidator } from 'react-router'
import { misfitTexts, type ReturnedProduct } from '#contract/returns/returns-by-size.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

/** Offers to write that a product runs small or large. It is shown to shoppers only when an administrator agrees. */
export function MisfitOffer({ product: { _id, name, misfit, details, detailsVersion } }: { product: ReturnedProduct }) {
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction(revalidate)
  if (misfit === null) return null
  const text = misfitTexts[misfit]
  const { fit } = details
  if (fit === text) return <span className="text-soft">Its page says: “{text}”</span>
  const agree = () =>
    run(async () => {
      const body = { version: detailsVersion, details: { ...details, fit: text } }
      const { message } = await callSignedIn('PATCH /products/:id/details', { params: { id: _id }, body })
      await revalidate()
      return { message }
    })
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-medium">{text}</span>
      {fit !== undefined && <span className="text-soft">Its page says: “{fit}”</span>}
      <Needs right="products">
        <SmallButton aria-disabled={busy} onClick={agree}>
          <span>
            Show on its page <span className="sr-only">for {name}</span>
          </span>
        </SmallButton>
      </Needs>
      <StatusMessage message={message} />
    </span>
  )
}
