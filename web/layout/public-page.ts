import { data, type HeadersFunction, type MetaDescriptor } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { ApiError } from '../api/client.ts'
import { isNotFound } from './error-page.tsx'

/** For the loader of a public page: an expected error keeps only its status. An impossible id (400) counts as not found. */
export function throwStatus(error: unknown): never {
  const status = error instanceof ApiError && (error.status === 400 ? 404 : error.status)
  throw status && [404, 429, 503].includes(status) ? data(null, { status }) : error
}

/** Public pages are cached, error pages are not. */
export const publicHeaders: HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

/** The meta tags of a public page whose loader has failed. `name`: of what it shows, such as `Product`. */
export const describeFailedPage = ({ name, error, storeName }: { name: string; error: unknown; storeName: string }): MetaDescriptor[] => [
  { title: `${isNotFound(error) ? `${name} not found` : 'Temporarily unavailable'} · ${storeName}` },
  { name: 'robots', content: 'noindex' },
]
