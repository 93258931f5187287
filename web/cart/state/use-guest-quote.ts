import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Size } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { call } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { readOfferCode, storeOfferCode } from './offer-code.ts'

interface QuotedItem {
  readonly productId: string
  readonly size: Size | undefined
  readonly quantity: number
}

/** The offers of a cart, as the server has quoted them. */
export interface CartOffer {
  /** undefined until it is known, and in a shop without offers */
  readonly quote: Quote | undefined
  /** Enters a code. Resolves to why it was refused; undefined when it counts. */
  readonly enter: (code: string) => Promise<string | undefined>
  readonly remove: () => Promise<void>
}

export interface GuestOffer extends CartOffer {
  /** Quotes these items again. Undefined without an answer. */
  readonly refresh: () => Promise<Quote | undefined>
}

/** What a guest's items cost with the offers of the moment and the code of this device. Quoted again whenever the items change. */
export function useGuestQuote(items: readonly QuotedItem[]): GuestOffer {
  const [quote, setQuote] = useState<Quote>()
  const latest = useRef(0)
  const products = items.map(({ productId: product, size, quantity }) => ({ product, size, quantity }))

  const send = async (offerCode: string | undefined): Promise<Quote> => {
    latest.current += 1
    const turn = latest.current
    const reply = await call('POST /guest/quote', { body: { products, offerCode } })
    if (turn === latest.current && (reply.refusal === null || offerCode === readOfferCode())) setQuote(reply)
    return reply
  }
  // A cart without a quote shows and orders at its total.
  const refresh = () => send(readOfferCode()).catch(() => undefined)
  const onItems = useEffectEvent(refresh)
  const itemsKey = JSON.stringify(products)
  const isEmpty = products.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: quotes other items again
  useEffect(() => {
    if (!isEmpty) onItems()
  }, [itemsKey, isEmpty])

  return {
    quote,
    refresh,
    enter: async (code) => {
      try {
        const { refusal, code: entered } = await send(code)
        if (refusal === null) storeOfferCode(entered ?? undefined)
        return refusal ?? undefined
      } catch (error) {
        return getErrorText({ error, fallback: screenTexts.tryAgain })
      }
    },
    remove: async () => {
      storeOfferCode(undefined)
      setQuote(
        (before) => before && { totalPrice: before.totalPrice, code: null, refusal: null, isApplied: false, hasCodes: before.hasCodes },
      )
      await refresh()
    },
  }
}
