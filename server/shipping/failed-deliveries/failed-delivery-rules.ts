import { formatDeliveryDay } from '#contract/orders/delivery-estimate.ts'
import type { DeliveryAction } from '#contract/orders/failed-deliveries.ts'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'

/** An answer to the last attempt that is not replaced. */
interface AnswerFacts {
  readonly state: 'requested' | 'sent' | 'rejected' | 'replaced'
  readonly tries: number
  readonly problem: string
}

/** The courier is being told at the moment, so the answer cannot be replaced. A claim has no problem until it has failed. */
export const isBeingSent = ({ state, tries, problem }: AnswerFacts): boolean => state === 'requested' && tries > 0 && problem === ''

/** Whether an answer, or another one, is possible: until the courier has one for the last attempt. */
export const canAnswer = ({ state, answer }: { state: ParcelState | null; answer: AnswerFacts | undefined }): boolean =>
  state === 'failed' && (answer === undefined || (answer.state !== 'sent' && !isBeingSent(answer)))

/** What the courier is to do, as the end of a sentence. */
export function describeAction({ action, deliverOn }: { action: DeliveryAction; deliverOn: string | null }): string {
  if (action === 'bring back') return 'bring the parcel back to us'
  return `deliver it again${deliverOn === null ? '' : ` on ${formatDeliveryDay(deliverOn)}`}`
}

const stateTexts: Partial<Record<ParcelState, string>> = {
  'in transit': 'Your parcel is on its way to you again.',
  'out for delivery': 'Your parcel is out for delivery again.',
  delivered: 'Your parcel is delivered.',
  returning: 'The courier brings your parcel back to us.',
  returned: 'Your parcel is back with us.',
}

/** What happens with a parcel after a failed attempt that does not wait for an answer any more. */
export const describeParcel = (state: ParcelState | null): string =>
  (state !== null && stateTexts[state]) || 'The parcel does not wait for an answer any more.'

/** Whether the parcel did what the answer asks for. The courier was told, and its reply was lost. */
export function hasFollowed({ action, state }: { action: DeliveryAction; state: ParcelState | null }): boolean {
  const followed: readonly (ParcelState | null)[] =
    action === 'bring back' ? ['returning', 'returned'] : ['in transit', 'out for delivery', 'delivered']
  return followed.includes(state)
}
