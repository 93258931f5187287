import type { MetaDescriptor } from 'react-router'
import type { StoreConfig } from '../api/load-context.ts'
import { findAreaBase } from '../layout/footer.tsx'
import { describeSocialCard } from '../layout/social-card.ts'

/** Title, description and link preview of a page of words. Its copies in the signed-in areas point to the public one. */
export function describePolicyPage({
  facts,
  location,
  path,
  title,
  description,
}: {
  facts: StoreConfig | undefined
  location: { pathname: string }
  /** of the public page */
  path: string
  title: string
  description: string
}): MetaDescriptor[] {
  const { storeName = '', origin = '' } = facts ?? {}
  const whole = `${title} · ${storeName}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    ...(findAreaBase(location.pathname) === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:locale', content: 'en_IN' },
    ...describeSocialCard(origin),
  ]
}
