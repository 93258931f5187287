import { formatRupees } from '#contract/kernel/money.ts'
import { type PinAnswer, readCodOffer } from '../orders/shared/pin-answer.ts'

interface DeliveryNoticeProps {
  pinCode: string | undefined
  answer: PinAnswer | undefined
  /** rupees */
  toPay: number
}

function describe({ pinCode, answer, toPay }: DeliveryNoticeProps): string {
  if (answer === undefined) return ''
  if (answer.deliver === false) return `We do not deliver to ${pinCode} yet. You can give another address in the next step.`
  const offer = readCodOffer({ answer, toPay })
  if (offer.cod === 'no') return `To ${pinCode}, cash on delivery is not possible for this order. Please pay online.`
  return offer.cod === 'advance' ? `To ${pinCode}, cash on delivery needs ${formatRupees(offer.advance)} in advance, paid online.` : ''
}

/** What is not possible for a cart at the shopper's PIN code. */
export function DeliveryNotice(props: DeliveryNoticeProps) {
  return (
    <p role="status" className="text-sm font-medium text-indigo empty:hidden">
      {describe(props)}
    </p>
  )
}
