import type { MetaDescriptor } from 'react-router'
import { findAreaBase } from '../layout/footer.tsx'
import { describePage, type PageMetaProps } from '../layout/page-meta.ts'

/** The meta tags of a policy page. Its copies in the dashboards name the public page as canonical and are not indexed. */
export function describePolicyPage({ location, ...page }: PageMetaProps & { location: { pathname: string } }): MetaDescriptor[] {
  return [
    ...describePage({ ...page, title: `${page.title} · ${page.config?.storeName ?? ''}` }),
    ...(findAreaBase(location.pathname) === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
