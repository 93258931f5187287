import type { MetaDescriptor } from 'react-router'
import type { StoreConfig } from '../api/load-context.ts'
import { findAreaBase } from '../layout/footer.tsx'
import { describeSocialCard } from '../layout/social-card.ts'

/** Title, description and link preview of a policy page. Its copies in the dashboards name the public page as canonical. */
export function describePolicyPage({
  config,
  location,
  path,
  title,
  description,
}: {
  config: StoreConfig | undefined
  location: { pathname: string }
  /** of the public page */
  path: string
  title: string
  description: string
}): MetaDescriptor[] {
  const { storeName = '', origin = '' } = config ?? {}
  const fullTitle = `${title} · ${storeName}`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    ...(findAreaBase(location.pathname) === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:locale', content: 'en_IN' },
    ...describeSocialCard(origin),
  ]
}
