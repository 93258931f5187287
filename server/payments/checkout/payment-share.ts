import { type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { findCodTerms, readAdvance } from '../../orders/placing/cod-terms.ts'

/** What is paid online of an order, and what the courier collects. Both are what is to be paid. */
export interface PaymentShare {
  readonly amount: Paise
  readonly collect: Paise
  /** whether the advance of a refused parcel stays with the shop, as the policies say now */
  readonly keepsAdvance: boolean
}

interface SharedOrder {
  readonly trx: Transaction
  readonly deliveryAddress: { readonly pinCode: string; readonly phone: string }
  /** null for a guest */
  readonly userId: string | null
  readonly toPay: Paise
}

/** What a shopper has chosen to pay online. */
export interface ChosenShare {
  /** divides what is to be paid for an order */
  readonly find: (order: SharedOrder) => Promise<PaymentShare>
  /** the rest of an advance is paid on delivery, so the offers for online payments do not count */
  readonly paymentOfOffers: 'online' | 'delivery'
}

interface RequestedShare {
  readonly payment?: 'full' | 'advance' | undefined
  /** rupees, as the shopper saw it */
  readonly advance?: number | undefined
}

interface ShareOptions {
  readonly trackingKey: Buffer
  readonly shopSettings: { readonly current: ShopSettings }
}

/**
 * Divides an order as its shopper has chosen. With an advance `find` throws `AppError` (409) when the shop does not ask
 * for one, asks for another one, takes no cash or does not deliver there.
 */
export function createPaymentShares({ trackingKey, shopSettings }: ShareOptions) {
  return ({ payment = 'full', advance: shown }: RequestedShare): ChosenShare => {
    if (payment === 'full')
      return { paymentOfOffers: 'online', find: async ({ toPay }) => ({ amount: toPay, collect: paise(0), keepsAdvance: false }) }
    const find: ChosenShare['find'] = async ({ trx, deliveryAddress: { pinCode: pin, phone }, userId, toPay }) => {
      const { orders, policies } = shopSettings.current
      const terms = await findCodTerms({ trx, trackingKey, pin, phone, userId, toPay, settings: orders })
      if (!terms.deliver) throw new AppError('not_delivered')
      if (terms.cod === 'no') throw new AppError('cod_not_offered')
      if (terms.cod !== 'advance' || (shown !== undefined && toPaise(shown) !== terms.advance))
        throw new AppError('advance_changed', { advance: readAdvance(terms) })
      return { amount: terms.advance, collect: paise(toPay - terms.advance), keepsAdvance: policies.refusedAdvance === 'kept' }
    }
    return { paymentOfOffers: 'delivery', find }
  }
}

/** What the courier collects, in the reply that opens a payment. */
export const presentCollect = (collect: Paise) => (collect > 0 ? { collect: toRupees(collect) } : {})
