import { stringify } from 'csv-stringify/sync'
import { escapeXml } from '../../kernel/escape-xml.ts'
import type { FeedGroup, Shop } from './feed-items.ts'

/** How a feed is written: `start`, the items in parts, `end`. */
interface FeedFormat {
  readonly mediaType: string
  readonly extension: string
  readonly start: (shop: Shop) => string
  readonly formatItems: (part: { groups: readonly FeedGroup[]; shop: Shop }) => string
  readonly end: string
}

const element = (name: string, text: string | number) => `<g:${name}>${escapeXml(String(text))}</g:${name}>`

/**
 * The delivery of an item ordered alone; empty where its charge depends on the PIN code, so that the rates of the account count. Days count
 * from the order; Google adds handling and transit.
 */
function formatGoogleShipping(
  { dispatchHours, deliveryDays }: Shop['policies'],
  { shippingPrice: price, dispatchDays }: FeedGroup,
): string {
  if (price === undefined) return ''
  const usualDays = dispatchHours.map((hours) => hours / 24)
  const handlingDays = dispatchDays === undefined ? usualDays : [0, dispatchDays]
  const transitDays = deliveryDays.map((days, index) => Math.max(0, days - (usualDays[index] ?? 0)))
  const elements = [
    element('country', 'IN'),
    element('price', price),
    element('min_handling_time', Math.floor(Math.min(...handlingDays))),
    element('max_handling_time', Math.ceil(Math.max(...handlingDays))),
    element('min_transit_time', Math.floor(Math.min(...transitDays))),
    element('max_transit_time', Math.ceil(Math.max(...transitDays))),
  ]
  return `<g:shipping>${elements.join('')}</g:shipping>`
}

/** Undefined attributes are left out; of a list each value has an element. */
const formatAttributes = (attributes: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => [value ?? []].flat().map((text) => element(name, text)))
    .join('')

function formatGoogleItems({ group: { common, sizes, availableFrom }, shipping }: { group: FeedGroup; shipping: string }): string {
  // Once for all sizes: it is most of an item.
  const shared = formatAttributes({ ...common }) + shipping
  const startOfDay = availableFrom && `${availableFrom}T00:00+05:30`
  const items = sizes.map(({ isInStock, ...own }) => {
    const availability = isInStock ? (startOfDay === undefined ? 'in_stock' : 'preorder') : 'out_of_stock'
    const availability_date = isInStock ? startOfDay : undefined
    // The shop's own brand: an item without a number of its maker has none.
    const identifier_exists = own.gtin === undefined && own.mpn === undefined ? 'no' : undefined
    return `<item>${formatAttributes({ ...own, availability, availability_date, identifier_exists })}${shared}</item>\n`
  })
  return items.join('')
}

/** RSS 2.0 with Google's namespace, for Google Merchant Center. */
const google: FeedFormat = {
  mediaType: 'application/xml',
  extension: 'xml',
  start({ storeName, origin }) {
    const channel = `<title>${escapeXml(storeName)}</title><link>${escapeXml(origin)}</link><description>${escapeXml(`All products of ${storeName}`)}</description>`
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel}\n`
  },
  formatItems({ groups, shop }) {
    const format = (group: FeedGroup) => formatGoogleItems({ group, shipping: formatGoogleShipping(shop.policies, group) })
    return groups.map(format).join('')
  },
  end: '</channel></rss>\n',
}

type MetaItem = FeedGroup['common'] & FeedGroup['sizes'][number] & Pick<FeedGroup, 'shippingPrice' | 'availableFrom'>

/** The columns of Meta's catalogue and how they are read. */
const metaColumns: Readonly<Record<string, (item: MetaItem) => string | undefined>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  availability: ({ isInStock, availableFrom }) => (isInStock ? (availableFrom === undefined ? 'in stock' : 'preorder') : 'out of stock'),
  condition: ({ condition }) => condition,
  price: ({ price }) => price,
  link: ({ link }) => link,
  image_link: ({ image_link }) => image_link,
  brand: ({ brand }) => brand,
  additional_image_link: (item) => item.additional_image_link.join(','),
  sale_price: (item) => item.sale_price,
  sale_price_effective_date: (item) => item.sale_price_effective_date,
  item_group_id: (item) => item.item_group_id,
  gender: ({ gender }) => gender,
  age_group: (item) => item.age_group,
  size: ({ size }) => size,
  color: ({ color }) => color,
  material: ({ material }) => material,
  gtin: ({ gtin }) => gtin,
  mpn: ({ mpn }) => mpn,
  google_product_category: (item) => item.google_product_category,
  product_type: (item) => item.product_type,
  shipping: ({ shippingPrice }) => shippingPrice && `IN:::${shippingPrice}`,
}

const readMetaColumns = Object.values(metaColumns)

/** CSV for Meta's catalogues (Facebook, Instagram, WhatsApp). */
const meta: FeedFormat = {
  mediaType: 'text/csv',
  extension: 'csv',
  start: () => stringify([Object.keys(metaColumns)]),
  formatItems: ({ groups }) =>
    stringify(
      groups.flatMap(({ common, shippingPrice, availableFrom, sizes }) =>
        sizes.map((own) => readMetaColumns.map((read) => read({ ...common, shippingPrice, availableFrom, ...own }))),
      ),
    ),
  end: '',
}

export const feedFormats = { google, meta } as const satisfies Readonly<Record<string, FeedFormat>>
export type FeedKind = keyof typeof feedFormats
export const feedKinds = Object.keys(feedFormats) as FeedKind[]

/** `/feeds/google.xml`, and `/feeds/google-2.xml` for the second file of a large shop. */
export const toFeedPath = ({ kind, number }: { kind: FeedKind; number: number }): string =>
  `/feeds/${kind}${number === 1 ? '' : `-${number}`}.${feedFormats[kind].extension}`
