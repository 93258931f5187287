import { cutText } from '#contract/kernel/cut-text.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { describePage } from '../../layout/page-meta.ts'
import { publicHeaders, throwStatus } from '../../layout/public-page.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Breadcrumb } from '../shared/breadcrumb.tsx'
import { CollectionGrid } from '../shared/collection-grid.tsx'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/collections-page'

const load = (call: Call) => call('GET /collections', {}).catch(throwStatus)

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))

export const clientLoader = () => load(call)

export const headers = publicHeaders

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
