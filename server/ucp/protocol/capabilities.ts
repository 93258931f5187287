/** The release of the Universal Commerce Protocol (ucp.dev) that the shop speaks. */
export const ucpVersion = '2026-04-08'

interface Capability {
  /** path of its description at ucp.dev */
  readonly spec: string
  /** path of its JSON schema at ucp.dev */
  readonly schema: string
  /** the capabilities to which it adds fields */
  readonly extends?: readonly string[]
}

/** What the shop offers to assistants, by the names of the protocol. The profile lists exactly these. */
export const capabilities = {
  'dev.ucp.shopping.catalog.search': { spec: 'specification/catalog/search', schema: 'schemas/shopping/catalog_search.json' },
  'dev.ucp.shopping.catalog.lookup': { spec: 'specification/catalog/lookup', schema: 'schemas/shopping/catalog_lookup.json' },
  'dev.ucp.shopping.cart': { spec: 'specification/cart', schema: 'schemas/shopping/cart.json' },
  'dev.ucp.shopping.checkout': { spec: 'specification/checkout', schema: 'schemas/shopping/checkout.json' },
  'dev.ucp.shopping.fulfillment': {
    spec: 'specification/fulfillment',
    schema: 'schemas/shopping/fulfillment.json',
    extends: ['dev.ucp.shopping.checkout'],
  },
  'dev.ucp.shopping.discount': {
    spec: 'specification/discount',
    schema: 'schemas/shopping/discount.json',
    extends: ['dev.ucp.shopping.cart', 'dev.ucp.shopping.checkout'],
  },
  'dev.ucp.shopping.order': { spec: 'specification/order', schema: 'schemas/shopping/order.json' },
} as const satisfies Readonly<Record<string, Capability>>

export type CapabilityName = keyof typeof capabilities

interface Envelope {
  /** those that the reply belongs to */
  readonly names: readonly CapabilityName[]
  readonly status?: 'success' | 'error'
}

/** The part `ucp` of a reply: the release, and the capabilities that the reply belongs to. */
export const buildEnvelope = ({ names, status }: Envelope) => ({
  version: ucpVersion,
  ...(status && { status }),
  capabilities: Object.fromEntries(names.map((name) => [name, [{ version: ucpVersion }]])),
})
