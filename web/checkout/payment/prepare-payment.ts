import type { DeliveryAddress } from '#contract/kernel/address.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { paymentErrors } from '#contract/payments/payment-errors.ts'
import { ApiError, isUnauthorized, NetworkError } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { showToast } from '../../ui/toast.ts'
import type { PaymentShare } from '../advance-button.tsx'
import type { SolutionLink } from '../delivery-form.tsx'
import type { Bought } from '../place-order.ts'
import { readPurchaseReport } from '../purchase-report.ts'
import { readVisit } from '../read-visit.ts'
import { loadRazorpay, type PaymentOrder, type RazorpayScript } from './payment-window.ts'

/** Why the payment window did not open: shown as a dialog with a title (spec §8), or inline at the button. */
export type PreparationError =
  | { readonly kind: 'dialog'; readonly title: string; readonly text: string; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'inline'
      readonly text: string
      readonly link?: SolutionLink | undefined
      /** rupees, the advance that is asked for instead of the one that was shown */
      readonly advance?: number
    }

export type PreparedPayment =
  | { readonly Razorpay: RazorpayScript; readonly paymentOrder: PaymentOrder }
  | { readonly error: PreparationError }

const codLink = { to: '/UserDashboard/cod', label: 'Pay on delivery instead' }

function describeAddressError(error: unknown): PreparationError {
  const title = screenTexts.addressFailed
  if (error instanceof NetworkError)
    return { kind: 'dialog', title, text: error.reason === 'network' ? screenTexts.networkError : error.message, fields: {} }
  const fields = error instanceof ApiError ? error.fields : {}
  return { kind: 'dialog', title, text: getErrorText({ error, fallback: screenTexts.tryAgain }), fields }
}

function describeOrderError(error: unknown, cartLink: SolutionLink): PreparationError {
  if (!(error instanceof ApiError) || error.code === 'unknown') return { kind: 'inline', text: screenTexts.createOrderFailed }
  if (error.code === 'card_payment_off')
    return { kind: 'inline', text: paymentErrors.card_payment_off.text, link: { ...codLink, to: codLink.to + location.search } }
  if (error.advance !== undefined) return { kind: 'inline', text: error.message, advance: error.advance }
  if (error.code === 'not_delivered' || error.code === 'cod_not_offered') return { kind: 'inline', text: error.message }
  return {
    kind: 'inline',
    text: error.message,
    link: error.status === 409 || error.code === 'hold_limit_reached' ? { ...cartLink, reloads: true } : undefined,
  }
}

export interface CheckoutTerms {
  /** rupees */
  readonly total: number
  readonly note: ShopperNote
  readonly bought: Bought | undefined
  /** where the items can be changed */
  readonly cartLink: SolutionLink
  readonly scriptSrc: string
}

interface PaymentRequest extends CheckoutTerms {
  readonly address: DeliveryAddress
  /** rupees of the whole order, when the page has shown it */
  readonly toPay: number | undefined
  readonly share: PaymentShare | undefined
}

/**
 * The steps before the payment window (spec §4): saves the address, loads the provider's script, creates the payment.
 * Stops at the first error. Throws only a 401.
 */
export async function preparePayment(request: PaymentRequest): Promise<PreparedPayment> {
  const { address, total, toPay, note, bought, cartLink, share, scriptSrc } = request
  try {
    await callSignedIn('POST /cart/', { body: address })
  } catch (error) {
    if (isUnauthorized(error)) throw error
    return { error: describeAddressError(error) }
  }
  showToast({ text: screenTexts.proceedToPayment })

  const Razorpay = await loadRazorpay(scriptSrc).catch(() => undefined)
  if (Razorpay === undefined)
    return { error: { kind: 'dialog', title: screenTexts.errorTitle, text: screenTexts.scriptFailed, fields: {} } }

  try {
    const paymentOrder = await callSignedIn('POST /order/create-order', {
      body: { amount: total, ...note, ...bought, ...share, toPay, ...readPurchaseReport(), visit: readVisit() },
    })
    if (!paymentOrder.id) return { error: { kind: 'inline', text: screenTexts.noOrderCreated } }
    return { Razorpay, paymentOrder }
  } catch (error) {
    if (isUnauthorized(error)) throw error
    return { error: describeOrderError(error, cartLink) }
  }
}
