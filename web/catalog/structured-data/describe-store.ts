import type { OnlineStore, WebSite } from 'schema-dts'
import { serviceHours } from '#contract/kernel/limits/service-hours.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { describeReturns, describeShippingService, hasShippingDetails } from './policies.ts'

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The shop and its site, for the first page. */
export function describeStore({ config }: { config: StoreConfig }): [OnlineStore, WebSite] {
  const { origin, storeName, storeEmail, storePhone, storeAddress, gstin, description, socialUrl, policies, icon, texts } = config
  const socialUrls = [socialUrl, ...(config.moreSocialUrls ?? [])].filter((href) => href !== '')
  const url = `${origin}/`
  const contact = { email: storeEmail, telephone: storePhone }
  const store: OnlineStore = {
    '@type': 'OnlineStore',
    '@id': `${url}#store`,
    name: storeName,
    url,
    description,
    logo: `${origin}${icon ?? ''}/icon-512.png`,
    ...contact,
    ...(storeAddress !== null && { address: storeAddress }),
    ...(gstin !== null && { taxID: gstin }),
    ...(socialUrls.length > 0 && { sameAs: socialUrls }),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      ...contact,
      areaServed: 'IN',
      // Hours that the owner has written are a sentence.
      ...(texts?.serviceHours === undefined && {
        hoursAvailable: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: workdays.map((day) => `https://schema.org/${day}` as const),
          opens: serviceHours.from,
          closes: serviceHours.to,
        },
      }),
    },
    hasMerchantReturnPolicy: describeReturns({ id: `${url}#returns`, origin, policies }),
    ...(hasShippingDetails(policies) && { hasShippingService: describeShippingService(policies) }),
  }
  return [store, { '@type': 'WebSite', '@id': `${url}#website`, name: storeName, url, publisher: { '@id': `${url}#store` } }]
}
