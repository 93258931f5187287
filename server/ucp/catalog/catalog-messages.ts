import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { describePreOrder } from '#contract/catalog/pre-order-text.ts'
import { describeReturnRule } from '#contract/catalog/return-rule-texts.ts'
import { currency } from '#contract/kernel/business.ts'
import { toRupees } from '#contract/kernel/money.ts'
import type { OfferTexts } from '../../catalog/product/offer-texts.ts'
import type { UcpMessage } from '../protocol/messages.ts'
import type { CatalogProduct } from './catalog-products.ts'

interface DescribedProduct {
  readonly product: CatalogProduct
  /** JSONPath of the product in the reply */
  readonly path: string
  readonly texts: OfferTexts
}

/** What a shopper must know before buying a product: that it leaves later or does not come back. And the running offers. */
export function listProductMessages({ product, path, texts }: DescribedProduct): UcpMessage[] {
  const { id: _id, category, returnRule, dispatchDays, availableFrom, regular_price_paise: regular } = product
  const returns = describeReturnRule(returnRule)
  const later =
    availableFrom != null
      ? describePreOrder(availableFrom)
      : dispatchDays != null && dispatchDays > 0
        ? describeDispatch(dispatchDays)
        : null
  const offers = texts.listOfProduct({ _id, category, ...(regular !== null && { regularPrice: toRupees(regular) }) })
  return [
    ...(later === null ? [] : [{ type: 'warning', code: 'delayed_fulfillment', content: later, path } as const]),
    ...(returns === undefined
      ? []
      : [{ type: 'warning', code: returnRule === 'final sale' ? 'final_sale' : 'exchange_only', content: returns, path } as const]),
    ...offers.map((content) => ({ type: 'info', code: 'promotional_pricing', content, path }) as const),
  ]
}

/** The messages of a list of products. */
export const listMessages = ({ products, texts }: { products: readonly CatalogProduct[]; texts: OfferTexts }): UcpMessage[] =>
  products.flatMap((product, index) => listProductMessages({ product, path: `$.products[${index}]`, texts }))

/** Whether a price filter is in rupees, in which all prices are. */
export const isInRupees = (context: { readonly currency?: string | undefined } | undefined): boolean =>
  (context?.currency ?? currency).toUpperCase() === currency

/** Says that a price filter in another currency was not applied; nothing without one. */
export function listIgnoredFilters({
  context,
  filters,
}: {
  readonly context?: { readonly currency?: string | undefined } | undefined
  readonly filters?: { readonly price?: object | undefined } | undefined
}): UcpMessage[] {
  if (filters?.price === undefined || isInRupees(context)) return []
  return [{ type: 'info', code: 'price_filter_ignored', content: `All prices are in ${currency}, and so must the price filter be.` }]
}

/** A reply with its messages; without the member `messages` when there are none. */
export const withMessages = <Reply extends object>(reply: Reply, messages: readonly UcpMessage[]): Reply & { messages?: UcpMessage[] } =>
  messages.length === 0 ? reply : { ...reply, messages: [...messages] }
