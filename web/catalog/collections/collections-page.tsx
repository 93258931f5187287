import { data } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { ApiError, type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { describePage } from '../../layout/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Breadcrumb } from '../shared/breadcrumb.tsx'
import { CollectionGrid } from '../shared/collection-grid.tsx'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/collections-page'

async function load(call: Call) {
  try {
    return await call('GET /collections', {})
  } catch (error) {
    if (error instanceof ApiError && [429, 503].includes(error.status)) throw data(null, { status: error.status })
    throw error
  }
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))

export const clientLoader = () => load(call)

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  const collections = loaderData?.collections ?? []
  const [first] = collections
  return [
    ...describePage({
      config,
      path: '/collections',
      title: `Collections · ${storeName}`,
      description: cutText(`Collections from ${storeName}: ${collections.map(({ title }) => title).join(', ')}`, 300),
      product: first && { name: first.title, image: first.image },
    }),
    ...(first ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** The collections of today, newest first. */
export default function CollectionsPage({ loaderData: { collections } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-6 pt-2 sm:pt-6">
      <Breadcrumb steps={[{ label: 'All clothing', to: '/buy' }]} current="Collections" />
      <h1 className="title">Collections</h1>
      {collections.length === 0 ? (
        <EmptyState title="No collections right now" action={<LinkButton to="/buy">View all clothing</LinkButton>}>
          <p>All our clothes are in the shop.</p>
        </EmptyState>
      ) : (
        <CollectionGrid collections={collections} headingLevel={2} isFirst />
      )}
    </div>
  )
}

export const ErrorBoundary = () => <ProductError listHref="/buy" />
