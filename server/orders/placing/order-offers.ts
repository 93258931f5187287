import type { Paise } from '#contract/kernel/money.ts'
import type { Transaction } from '../../database/schema.ts'
import type { AppError } from '../../kernel/errors.ts'
import { loadOfferChoice } from '../../offers/choose-offers.ts'
import type { PersonKey } from '../../offers/offer-person.ts'
import type { LineItem } from '../order/rules.ts'

/** Who orders, and the code that counts. */
export interface OfferRequest {
  readonly person: PersonKey
  /** null without one */
  readonly code: string | null
  /** undefined when the request does not say it */
  readonly shownToPay: Paise | undefined
}

interface OrderToReduce {
  readonly trx: Transaction
  readonly lines: readonly LineItem[]
  readonly payment: 'delivery' | 'online'
  readonly request: OfferRequest
  readonly findEnding?: () => Promise<readonly string[]>
}

/**
 * Chooses the offers of an order in its transaction, with the products locked. Locks the person when an offer limits persons.
 * `recordUses` counts what is chosen.
 */
export async function chooseOrderOffers({ trx, lines, payment, request, findEnding }: OrderToReduce) {
  const { code, person } = request
  const { choose } = await loadOfferChoice({ database: trx, lines, code, person, isOrder: true, ...(findEnding && { findEnding }) })
  return choose(payment)
}

interface CheckedOffers {
  readonly refusal: AppError | undefined
  readonly violation: AppError | undefined
  readonly request: Pick<OfferRequest, 'shownToPay'>
}

/**
 * The error of an order whose code does not count: why it does not, unless the page has shown that by what is to be paid, or the items
 * cannot be ordered at all.
 */
export function findOfferError({ refusal, violation, request }: CheckedOffers): AppError | undefined {
  if (violation && violation.code !== 'prices_changed') return violation
  const isShown = request.shownToPay !== undefined && !violation
  return refusal && !isShown ? refusal : violation
}
