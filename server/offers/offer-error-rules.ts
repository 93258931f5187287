import { offerTexts } from '#contract/kernel/errors/offer-texts.ts'
import { AppError } from '../kernel/errors.ts'

type OfferErrorCode = Exclude<keyof typeof offerTexts, 'offer_cart_too_small'>

/** The error of an offer with its text. `field`: of a form, where the text stands. */
export function offerError(code: OfferErrorCode, field?: string): AppError {
  const reason = offerTexts[code]
  return new AppError<OfferErrorCode>(code, { reason, ...(field !== undefined && { fields: { [field]: reason } }) })
}

/** `least`: the smallest total of a cart in rupees. */
export const cartTooSmall = (least: number): AppError =>
  new AppError('offer_cart_too_small', { reason: offerTexts.offer_cart_too_small({ least }) })
