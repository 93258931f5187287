import { currency, policy } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import { useNonce } from '../nonce.ts'
import { useStoreFacts } from '../store-facts.ts'
import { pictureUrl } from '../ui/picture.tsx'
import { writeProductHref } from './product-address.ts'

/** The product for search engines, in schema.org's words. */
export function ProductFacts({ product }: { product: Product }) {
  const { storeName, origin } = useStoreFacts()
  const nonce = useNonce()
  const { _id, name, description, price, stock, image } = product
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    sku: _id,
    image: [origin + pictureUrl({ image, width: 1200, format: 'jpeg' })],
    brand: { '@type': 'Brand', name: storeName },
    offers: {
      '@type': 'Offer',
      url: origin + writeProductHref(product),
      priceCurrency: currency,
      price: price.toFixed(2),
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: '0', currency },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
      },
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'IN',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: policy.returnWindowDays,
      },
    },
  }
  // A name may hold anything; escaped like this nothing in it can end the element.
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {json}
    </script>
  )
}
