import { currency } from '#contract/business.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { policy } from '#contract/limits/policy-numbers.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { useNonce } from '../../layout/nonce.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { toImageUrl } from '../../ui/picture.tsx'

const toDayRange = ([minValue, maxValue]: readonly number[]) => ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' })

const handlingDays = policy.dispatchHours.map((hours) => hours / 24)

const toAvailability = (stock: number) => `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`

/** The product and its breadcrumbs as schema.org JSON-LD for search engines. */
export function ProductJsonLd({ product }: { product: Product }) {
  const { storeName, origin, categories } = useStoreConfig()
  const nonce = useNonce()
  const { _id, name, description, price, stock, sizeStock, image, category, mrp, saleEndsAt, pictures = [{ image }] } = product
  const offer = {
    '@type': 'Offer',
    url: origin + productHref(product),
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
    availability: toAvailability(stock),
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: '0', currency },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: toDayRange(handlingDays),
        transitTime: toDayRange(policy.deliveryDays.map((days, index) => days - (handlingDays[index] ?? 0))),
      },
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      returnPolicyCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: policy.returnWindowDays,
      merchantReturnLink: `${origin}/returnPolicy`,
      returnMethod: 'https://schema.org/ReturnByMail',
      returnFees: 'https://schema.org/ReturnShippingFees',
      returnShippingFeesAmount: { '@type': 'MonetaryAmount', value: policy.reverseShippingFeeRupees.toFixed(2), currency },
    },
  }
  const productNode = {
    '@type': 'Product',
    name,
    description,
    sku: _id,
    image: pictures.map((picture) => origin + toImageUrl({ image: picture.image, width: 1200, format: 'jpeg' })),
    brand: { '@type': 'Brand', name: storeName },
    // One offer for each size that has a stock of its own.
    offers: sizeStock?.map((each) => ({ ...offer, name: `Size ${each.size}`, availability: toAvailability(each.stock) })) ?? offer,
  }
  const items = [
    { name: 'All clothing', item: `${origin}/buy` },
    { name: findCategoryName({ categories, key: category }), item: `${origin}/buy?category=${category}` },
    { name, item: origin + productHref(product) },
  ]
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  }
  // Escaped, so that no text can close the script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': [productNode, breadcrumbs] }).replaceAll('<', '\\u003c')
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {json}
    </script>
  )
}
