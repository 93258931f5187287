import type { MerchantReturnPolicy, Offer, PeopleAudience, Product, ProductGroup, Thing } from 'schema-dts'
import type { AgeGroup } from '#contract/catalog/audience.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product as ShopProduct } from '#contract/catalog/products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { buildGroupId, buildVariantId, formatColours } from '#contract/catalog/variants.ts'
import { currency } from '#contract/kernel/business.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { toImageUrl } from '../../ui/picture.tsx'
import { describeBreadcrumbs } from './describe-list.ts'
import { describeReturns, describeShipping, hasShippingDetails } from './policies.ts'

/** Years, as Google reads age groups: https://support.google.com/merchants/answer/6386198 */
const ages: Readonly<Record<AgeGroup, { suggestedMinAge: number; suggestedMaxAge?: number }>> = {
  newborn: { suggestedMinAge: 0, suggestedMaxAge: 0.25 },
  infant: { suggestedMinAge: 0.25, suggestedMaxAge: 1 },
  toddler: { suggestedMinAge: 1, suggestedMaxAge: 5 },
  kids: { suggestedMinAge: 5, suggestedMaxAge: 13 },
  adult: { suggestedMinAge: 13 },
}

/** The systems that schema.org writes in another way. */
const renamedSystems = { EU: 'Europe', MEX: 'MX' } as const

/**
 * A product with a variant for each size, its breadcrumbs, and the policies that its offers refer to. The ids and groups are those of the
 * product feeds. Source: https://developers.google.com/search/docs/appearance/structured-data/product-variants
 */
export function describeProduct({ product, config }: { product: ShopProduct; config: StoreConfig }): Thing[] {
  const { origin, storeName, categories, policies } = config
  const { _id, name, description, category, image, details = {}, colours, pictures = [{ image }] } = product
  const path = productHref(product)
  const audience = describeAudience(product)
  const group: ProductGroup = {
    '@type': 'ProductGroup',
    productGroupID: buildGroupId({ productId: _id, details }),
    name,
    description,
    url: origin + path,
    image: pictures.map((picture) => origin + toImageUrl({ image: picture.image, width: 1200, format: 'jpeg' })),
    brand: { '@type': 'Brand', name: storeName },
    category: findCategoryName({ categories, key: category }),
    ...(details.fabric !== undefined && { material: details.fabric }),
    ...(details.colour !== undefined && { color: formatColours(details.colour) }),
    ...(audience && { audience }),
    variesBy: ['https://schema.org/size', ...(colours === undefined ? [] : ['https://schema.org/color'])],
    hasVariant: [...describeSizes({ product, origin, policies }), ...describeOtherColours({ product, origin })],
  }
  const breadcrumbs = describeBreadcrumbs({
    origin,
    steps: [
      { name: 'All clothing', path: '/buy' },
      { name: findCategoryName({ categories, key: category }), path: `/buy?category=${category}` },
      { name, path },
    ],
  })
  return [
    group,
    breadcrumbs,
    ...(hasShippingDetails(policies)
      ? [describeShipping({ id: '#shipping', policies, price: product.price, dispatchDays: product.dispatchDays })]
      : []),
    describeReturns({ id: '#returns', origin, policies }),
  ]
}

function describeAudience({ gender, ageGroup }: Pick<ShopProduct, 'gender' | 'ageGroup'>): PeopleAudience | undefined {
  if (gender === undefined && ageGroup === undefined) return undefined
  return {
    '@type': 'PeopleAudience',
    ...(gender !== undefined && { suggestedGender: gender }),
    ...(ageGroup !== undefined && ages[ageGroup]),
  }
}

interface VariantsOf {
  readonly product: ShopProduct
  readonly origin: string
}

/** A product with one stock has it in each of its sizes. */
function describeSizes({ product, origin, policies }: VariantsOf & { policies: Policies }): Product[] {
  const { _id, name, image, details, sizes, sizeStock, stock, sizeSystem } = product
  const variants = sizeStock ?? sizes.map((size) => ({ size, stock }))
  return variants.map(({ size, stock: left }) => ({
    '@type': 'Product',
    sku: buildVariantId({ productId: _id, size }),
    name: `${name}, ${size}`,
    image: origin + toImageUrl({ image, width: 1200, format: 'jpeg' }),
    size: sizeSystem === undefined ? size : { '@type': 'SizeSpecification', name: size, sizeSystem: toSizeSystem(sizeSystem) },
    ...(details?.colour !== undefined && { color: formatColours(details.colour) }),
    offers: describeOffer({ product, policies, url: `${origin}${productHref(product)}?size=${encodeURIComponent(size)}`, stock: left }),
  }))
}

const toSizeSystem = (system: NonNullable<ShopProduct['sizeSystem']>) =>
  `https://schema.org/WearableSizeSystem${system === 'EU' || system === 'MEX' ? renamedSystems[system] : system}` as const

/** The same style on pages of their own. */
const describeOtherColours = ({ product, origin }: VariantsOf): Product[] =>
  (product.colours ?? [])
    .filter(({ _id }) => _id !== product._id)
    .map((other) => ({ '@type': 'Product', url: origin + productHref(other) }))

interface OfferOf {
  readonly product: ShopProduct
  readonly policies: Policies
  readonly url: string
  readonly stock: number
}

/** A reference to the policy of the shop, unless the product has a rule of its own. */
function describeReturnRule(rule: ReturnRule | undefined): MerchantReturnPolicy | { '@id': string } {
  if (rule !== 'final sale') return { '@id': '#returns' }
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  }
}

function describeOffer({ product: { price, mrp, saleEndsAt, returnRule, availableFrom }, policies, url, stock }: OfferOf): Offer {
  const isPreOrder = availableFrom !== undefined && stock > 0
  return {
    '@type': 'Offer',
    url,
    priceCurrency: currency,
    price: price.toFixed(2),
    ...(mrp !== undefined && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: mrp.toFixed(2),
        priceCurrency: currency,
      },
    }),
    ...(saleEndsAt !== undefined && { priceValidUntil: saleEndsAt }),
    availability: isPreOrder ? 'https://schema.org/PreOrder' : stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    ...(isPreOrder && { availabilityStarts: availableFrom }),
    itemCondition: 'https://schema.org/NewCondition',
    ...(hasShippingDetails(policies) && { shippingDetails: { '@id': '#shipping' } }),
    hasMerchantReturnPolicy: describeReturnRule(returnRule),
  }
}
