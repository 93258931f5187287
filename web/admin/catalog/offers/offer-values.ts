import type { CallInput } from '#contract/contract.ts'
import { hasOfferValue, isAlwaysAutomatic, type OfferKind } from '#contract/offers/offer-kinds.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { toIso, toLocalInput } from '../../kit/format-time.ts'

interface Chosen {
  readonly _id: string
  readonly name: string
}

/** The fields of the form: numbers and times are text. */
export interface OfferValues {
  title: string
  code: string
  kind: OfferKind
  percent: string
  amount: string
  tiers: { items: string; percent: string }[]
  buyItems: string
  getItems: string
  getPercent: string
  setPrice: string
  gift: { products: Chosen[]; size: string }
  isPublic: boolean
  commissionPercent: string
  most: string
  least: string
  scope: { kind: Offer['scope']['kind']; categories: string[]; collections: string[]; products: Chosen[]; notOnSale: boolean }
  from: string
  to: string
  limitTotal: string
  limitPerson: string
  firstOrder: boolean
}

const toText = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** The fields of an offer, or of a new one. */
export function toValues(offer: Offer | undefined): OfferValues {
  const idsOf = (kind: Offer['scope']['kind']) => (offer?.scope.kind === kind ? offer.scope.ids : [])
  return {
    title: offer?.title ?? '',
    code: offer?.code ?? '',
    kind: offer?.kind ?? 'percent',
    percent: toText(offer?.percent),
    amount: toText(offer?.amount),
    tiers: offer?.tiers.map(({ items, percent }) => ({ items: String(items), percent: String(percent) })) ?? [],
    buyItems: toText(offer?.buyItems),
    getItems: toText(offer?.getItems),
    getPercent: toText(offer?.getPercent ?? (offer ? null : 100)),
    setPrice: toText(offer?.setPrice),
    gift: { products: offer?.gift ? [{ _id: offer.gift.product, name: offer.gift.name }] : [], size: offer?.gift?.size ?? '' },
    isPublic: offer?.isPublic ?? false,
    commissionPercent: toText(offer?.commissionPercent),
    most: toText(offer?.most),
    least: toText(offer?.least),
    scope: {
      kind: offer?.scope.kind ?? 'all',
      categories: idsOf('categories'),
      collections: idsOf('collections'),
      products: offer?.scope.kind === 'products' ? offer.scope.names : [],
      notOnSale: offer?.scope.notOnSale ?? false,
    },
    from: toLocalInput(offer?.from ?? null),
    to: toLocalInput(offer?.to ?? null),
    limitTotal: toText(offer?.limitTotal),
    limitPerson: toText(offer?.limitPerson),
    firstOrder: offer?.firstOrder ?? false,
  }
}

/** Null for an empty text. What is no number stays as it is typed, and the server refuses it with a sentence. */
function toNumber(text: string): number | null {
  const digits = text.replace(/[\s,₹%]/g, '')
  if (digits === '') return null
  const number = Number(digits)
  return Number.isNaN(number) ? (text as unknown as number) : number
}

/** The body of a request. Fields that another kind of offer has are left out. */
export function toBody({ tiers, gift, scope, from, to, firstOrder, isPublic, ...values }: OfferValues): CallInput<'POST /offers'>['body'] {
  const { kind } = values
  const isAutomatic = isAlwaysAutomatic(kind)
  const code = isAutomatic ? null : values.code
  const { categories, collections, products, notOnSale } = scope
  const scopeKind = kind === 'free_gift' ? 'all' : scope.kind
  const ids = { all: [], categories, collections, products: products.map(({ _id }) => _id) }[scopeKind]
  const numberOf = (name: 'percent' | 'amount' | 'buyItems' | 'getItems' | 'getPercent' | 'setPrice' | 'most') =>
    hasOfferValue(kind, name) ? toNumber(values[name]) : null
  const [given] = gift.products
  return {
    title: values.title,
    code,
    isPublic: Boolean(code) && isPublic,
    commissionPercent: code?.trim() ? toNumber(values.commissionPercent) : null,
    kind,
    percent: numberOf('percent'),
    amount: numberOf('amount'),
    tiers:
      kind === 'quantity'
        ? tiers.map(({ items, percent }) => ({ items: toNumber(items) as number, percent: toNumber(percent) as number }))
        : [],
    buyItems: numberOf('buyItems'),
    getItems: numberOf('getItems'),
    getPercent: numberOf('getPercent'),
    setPrice: numberOf('setPrice'),
    gift: kind === 'free_gift' && given ? { product: given._id, size: gift.size.trim() || null } : null,
    most: numberOf('most'),
    least: toNumber(values.least),
    scope: { kind: scopeKind, ids, notOnSale: kind !== 'free_gift' && notOnSale },
    from: from === '' ? null : toIso(from),
    to: to === '' ? null : toIso(to),
    limitTotal: toNumber(values.limitTotal),
    limitPerson: isAutomatic ? null : toNumber(values.limitPerson),
    firstOrder: !isAutomatic && firstOrder,
  }
}
