import type { DeliveryAddress } from '#contract/address.ts'
import type { CallReply } from '#contract/contract.ts'
import { errorText } from '#contract/errors.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { showToast } from '../ui/toast.ts'
import { loadRazorpay, type RazorpayScript } from './razorpay-script.ts'

export type OpenedPayment = CallReply<'createPaymentOrder'>

/** Why the payment window did not open. `dialog` has a title of its own (spec §8), the other is a line at the button. */
export type PreparationError =
  | { readonly kind: 'dialog'; readonly title: string; readonly text: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'line'; readonly text: string; readonly way: 'cart' | 'cod' | undefined }

export type PreparedPayment = { readonly Razorpay: RazorpayScript; readonly opened: OpenedPayment } | { readonly trouble: PreparationError }

const hasWords = (problem: unknown): problem is ApiError => problem instanceof ApiError && problem.code !== 'unknown'
const isOver = (problem: unknown) => problem instanceof ApiError && problem.status === 401

function describeAddressTrouble(problem: unknown): PreparationError {
  const isCut = problem instanceof NetworkError && problem.reason === 'network'
  const text = isCut
    ? screenTexts.networkError
    : problem instanceof NetworkError || hasWords(problem)
      ? problem.message
      : screenTexts.tryAgain
  const fields = problem instanceof ApiError ? problem.fields : {}
  return { kind: 'dialog', title: screenTexts.addressFailed, text, fields }
}

function describeOrderTrouble(problem: unknown): PreparationError {
  if (!hasWords(problem)) return { kind: 'line', text: screenTexts.createOrderFailed, way: undefined }
  if (problem.code === 'card_payment_off') return { kind: 'line', text: errorText('card_payment_off'), way: 'cod' }
  return { kind: 'line', text: problem.message, way: problem.status === 409 ? 'cart' : undefined }
}

/**
 * Everything before the payment window, in the order of spec §4: the address is saved, the provider's script loaded, the
 * payment created. Stops at the first trouble. Throws only a 401, which the area answers.
 */
export async function preparePayment({
  address,
  total,
  scriptSrc,
}: {
  address: DeliveryAddress
  /** rupees */
  total: number
  scriptSrc: string
}): Promise<PreparedPayment> {
  try {
    await callSignedIn('saveDeliveryAddress', { body: address })
  } catch (problem) {
    if (isOver(problem)) throw problem
    return { trouble: describeAddressTrouble(problem) }
  }
  showToast({ text: screenTexts.proceedToPayment })

  const Razorpay = await loadRazorpay(scriptSrc).catch(() => undefined)
  if (Razorpay === undefined)
    return { trouble: { kind: 'dialog', title: screenTexts.errorTitle, text: screenTexts.scriptFailed, fields: {} } }

  try {
    const opened = await callSignedIn('createPaymentOrder', { body: { amount: total } })
    if (!opened.id) return { trouble: { kind: 'line', text: screenTexts.noOrderCreated, way: undefined } }
    return { Razorpay, opened }
  } catch (problem) {
    if (isOver(problem)) throw problem
    return { trouble: describeOrderTrouble(problem) }
  }
}
