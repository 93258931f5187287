import { formatDeliveryDay } from '#contract/orders/delivery-estimate.ts'
import { CourierError, type FailedAnswer } from '../../shipping/courier/courier.ts'
import type { ShiprocketCall } from './account.ts'
import { answerReply, failedReply } from './replies.ts'

type SendCall = <Reply>(call: ShiprocketCall<Reply>, describe: (reason: string) => string) => Promise<Reply>

/** Only `action` and `comments` are documented, so another day, address or phone number is said in the comment. */
export function buildComments({ action, deliverOn, addressLine, phone }: FailedAnswer): string {
  if (action === 'bring back') return 'The customer does not want it. Please bring it back.'
  return [
    deliverOn === null ? 'Please deliver it again.' : `Please deliver it on ${formatDeliveryDay(deliverOn)} (${deliverOn}).`,
    addressLine && `Landmark: ${addressLine.replace(/\s+/g, ' ')}.`,
    phone && `Phone: ${phone}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const describe = (reason: string) => `Shiprocket does not take the answer: ${reason}.`

/**
 * Answers a failed delivery, unless the comment of the attempt says that this answer was taken: a lost reply or a restored backup can repeat it.
 */
export async function answerFailed({ answer, send, signal }: { answer: FailedAnswer; send: SendCall; signal: AbortSignal }): Promise<void> {
  const path = `/ndr/${encodeURIComponent(answer.trackingNumber)}`
  const comments = buildComments(answer)
  const { data } = await send({ path, reply: failedReply, signal }, describe)
  const history = data.flatMap((each) => each.history)
  const attempt = Math.max(...history.map((each) => each.ndr_attempt))
  if (history.some((each) => each.ndr_attempt === attempt && each.comment === comments)) return
  // The parcel may have left because of the answer: its next state says so.
  if (answer.isRepeated && data.length === 0) throw new CourierError('Shiprocket does not say whether it has taken the answer.')
  const action = answer.action === 'bring back' ? 'return' : 're-attempt'
  await send({ path: `${path}/action`, body: { action, comments }, reply: answerReply, signal }, describe)
}
