import { z } from 'zod'

// What Google Search reads of structured data: required and recommended properties, as its documentation has them. Strict: the types of
// schema-dts know schema.org, these know what Google does with it.

const text = z.string().regex(/\S/)
const address = z.url()
const amount = z.string().regex(/^\d+(\.\d\d)?$/)
const schemaUrl = (...names: string[]) => z.enum(names.map((name) => `https://schema.org/${name}`))

const days = z.strictObject({
  '@type': z.literal('QuantitativeValue'),
  minValue: z.int().nonnegative(),
  maxValue: z.int().nonnegative(),
  unitCode: z.literal('DAY'),
})
const money = z.strictObject({ '@type': z.literal('MonetaryAmount'), value: amount, currency: z.literal('INR') })
const india = z.strictObject({ '@type': z.literal('DefinedRegion'), addressCountry: z.literal('IN') })

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing#shipping */
const shippingDetails = z.strictObject({
  '@type': z.literal('OfferShippingDetails'),
  '@id': text,
  shippingRate: money,
  shippingDestination: india,
  deliveryTime: z.strictObject({ '@type': z.literal('ShippingDeliveryTime'), handlingTime: days, transitTime: days }),
})

/** https://developers.google.com/search/docs/appearance/structured-data/return-policy */
const returnPolicy = z.strictObject({
  '@type': z.literal('MerchantReturnPolicy'),
  '@id': text,
  applicableCountry: z.literal('IN'),
  returnPolicyCountry: z.literal('IN'),
  returnPolicyCategory: schemaUrl('MerchantReturnFiniteReturnWindow', 'MerchantReturnNotPermitted', 'MerchantReturnUnlimitedWindow'),
  merchantReturnDays: z.int().positive(),
  merchantReturnLink: address,
  returnMethod: schemaUrl('ReturnByMail', 'ReturnInStore', 'ReturnAtKiosk'),
  returnFees: schemaUrl('FreeReturn', 'ReturnFeesCustomerResponsibility', 'ReturnShippingFees'),
  returnShippingFeesAmount: money,
})

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
const offer = z.strictObject({
  '@type': z.literal('Offer'),
  url: address,
  price: amount,
  priceCurrency: z.literal('INR'),
  priceSpecification: z
    .strictObject({
      '@type': z.literal('UnitPriceSpecification'),
      priceType: schemaUrl('StrikethroughPrice'),
      price: amount,
      priceCurrency: z.literal('INR'),
    })
    .optional(),
  priceValidUntil: z.iso.datetime().optional(),
  availability: schemaUrl('InStock', 'OutOfStock', 'PreOrder'),
  availabilityStarts: z.iso.date().optional(),
  itemCondition: schemaUrl('NewCondition'),
  shippingDetails,
  hasMerchantReturnPolicy: returnPolicy,
})

const sizeSystems = ['AU', 'BR', 'CN', 'DE', 'Europe', 'FR', 'IT', 'JP', 'MX', 'UK', 'US'].map((name) => `WearableSizeSystem${name}`)

const variant = z.strictObject({
  '@type': z.literal('Product'),
  sku: text.max(50),
  name: text.max(150),
  image: address,
  size: text.or(z.strictObject({ '@type': z.literal('SizeSpecification'), name: text, sizeSystem: schemaUrl(...sizeSystems) })),
  color: text.optional(),
  offers: offer,
})

/** A variant that is described on another page. */
const otherPage = z.strictObject({ '@type': z.literal('Product'), url: address })

/** https://developers.google.com/search/docs/appearance/structured-data/product-variants */
export const productGroup = z.strictObject({
  '@type': z.literal('ProductGroup'),
  productGroupID: text.max(50),
  name: text.max(150),
  description: text,
  url: address,
  image: z.array(address).min(1),
  brand: z.strictObject({ '@type': z.literal('Brand'), name: text }),
  category: text,
  material: text.optional(),
  color: text.optional(),
  audience: z
    .strictObject({
      '@type': z.literal('PeopleAudience'),
      suggestedGender: z.enum(['male', 'female', 'unisex']).optional(),
      suggestedMinAge: z.number().nonnegative().optional(),
      suggestedMaxAge: z.number().positive().optional(),
    })
    .optional(),
  variesBy: z.array(schemaUrl('size', 'color')).min(1),
  hasVariant: z.array(variant.or(otherPage)).min(1),
})

const listItem = z.strictObject({ '@type': z.literal('ListItem'), position: z.int().positive(), name: text })
const hasNoGaps = (items: readonly { position: number }[]) =>
  items.every(({ position }, index) => position === (items[0]?.position ?? 0) + index)

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb */
export const breadcrumbList = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(listItem.extend({ item: address }))
    .min(1)
    .refine(hasNoGaps),
})

/** https://developers.google.com/search/docs/appearance/structured-data/carousel: a summary page, whose items have pages of their own */
export const itemList = z.strictObject({
  '@type': z.literal('ItemList'),
  name: text,
  numberOfItems: z.int().nonnegative(),
  itemListElement: z
    .array(listItem.extend({ url: address }))
    .min(1)
    .refine(hasNoGaps),
})

const period = z.strictObject({ '@type': z.literal('ServicePeriod'), duration: days })

const orderValue = z.strictObject({
  '@type': z.literal('MonetaryAmount'),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  currency: z.literal('INR'),
})
const shippingConditions = z.strictObject({
  '@type': z.literal('ShippingConditions'),
  shippingDestination: india,
  orderValue: orderValue.optional(),
  shippingRate: money,
  transitTime: period,
})

/** https://developers.google.com/search/docs/appearance/structured-data/organization and shipping-policy */
export const onlineStore = z.strictObject({
  '@type': z.literal('OnlineStore'),
  '@id': text,
  name: text,
  url: address,
  description: text,
  logo: address,
  email: z.email(),
  telephone: z.string().regex(/^\+91/),
  address: text.optional(),
  taxID: text.optional(),
  sameAs: z.array(address),
  contactPoint: z.strictObject({
    '@type': z.literal('ContactPoint'),
    contactType: z.literal('customer service'),
    email: z.email(),
    telephone: z.string().regex(/^\+91/),
    areaServed: z.literal('IN'),
    hoursAvailable: z.strictObject({
      '@type': z.literal('OpeningHoursSpecification'),
      dayOfWeek: z.array(schemaUrl('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday')).length(6),
      opens: z.iso.time(),
      closes: z.iso.time(),
    }),
  }),
  hasMerchantReturnPolicy: returnPolicy,
  hasShippingService: z.strictObject({
    '@type': z.literal('ShippingService'),
    name: text,
    fulfillmentType: schemaUrl('FulfillmentTypeDelivery'),
    handlingTime: period,
    shippingConditions: z.union([shippingConditions, z.array(shippingConditions)]),
  }),
})

/** https://developers.google.com/search/docs/appearance/site-names */
export const webSite = z.strictObject({
  '@type': z.literal('WebSite'),
  '@id': text,
  name: text,
  url: address,
  publisher: onlineStore,
})

type Node = Record<string, unknown>

/** The nodes of a page's JSON-LD, in their order, with each reference to another node replaced by that node. */
export function readStructuredData(html: string): Node[] {
  const json = /<script type="application\/ld\+json"[^>]*>([^<]+)<\/script>/.exec(html)?.[1]
  if (json === undefined) return []
  const { '@context': context, ...document } = JSON.parse(json) as Node
  const graph = (document['@graph'] ?? [document]) as Node[]
  if (context !== 'https://schema.org') throw new Error(`The context is ${context}.`)
  const isReference = (value: object): value is { '@id': string } => '@id' in value && Object.keys(value).length === 1
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    if (isReference(value)) return resolve(graph.find((node) => node['@id'] === value['@id'] && !isReference(node)) ?? 'no such node')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]))
  }
  return graph.map((node) => resolve(node) as Node)
}
