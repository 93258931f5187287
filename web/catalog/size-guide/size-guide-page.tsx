import { publicCacheControl } from '#contract/api.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { describePage } from '../../layout/page-meta.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Breadcrumb } from '../product/breadcrumb.tsx'
import { ProductError } from '../product/product-error.tsx'
import type { Route } from './+types/size-guide-page'
import { HowToMeasure, MeasureTable, type Unit, units } from './measure-table.tsx'

/** An unknown category has the default guide. */
async function load({ call, category = '' }: { call: Call; category: string | undefined }) {
  return (await call('GET /categories/size-guide', { query: { category: /^[a-z0-9-]{1,40}$/i.test(category) ? category : undefined } }))
    .sizeGuide
}

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), category: params.category })
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, category: params.category })

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => ({ 'cache-control': errorHeaders ? 'no-cache' : publicCacheControl })

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const config = matches[0]?.loaderData
  return [
    ...describePage({
      config,
      path: '/size-guide',
      title: `Size guide · ${config?.storeName ?? ''}`,
      description: 'Body measurements of each size in centimetres and inches, and how to take them.',
    }),
    // Product pages have the guide of their category in a dialog.
    ...(params.category === undefined ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}

/** The size guide as a page, for browsers without JavaScript and for links. */
export default function SizeGuidePage({ loaderData: guide, params }: Route.ComponentProps) {
  const { categories } = useStoreConfig()
  const key = categories?.find((category) => category.key.toLowerCase() === params.category?.toLowerCase())?.key
  const name = key && findCategoryName({ categories, key })
  return (
    <div className="page-width flex flex-col gap-6 pt-2 sm:pt-6">
      <Breadcrumb
        steps={[{ label: 'All clothing', to: '/buy' }, ...(key && name ? [{ label: name, to: `/buy?category=${key}` }] : [])]}
        current="Size guide"
      />
      <h1 className="title">{name ? `Size guide: ${name}` : 'Size guide'}</h1>
      {guide.note && <p className="max-w-prose wrap-anywhere whitespace-pre-line text-soft">{guide.note}</p>}
      {(Object.keys(units) as Unit[]).map((unit) => (
        <div key={unit} className="flex max-w-3xl min-w-0 flex-col gap-2">
          <h2 className="font-semibold">{units[unit]}</h2>
          <MeasureTable guide={guide} unit={unit} />
        </div>
      ))}
      <div className="max-w-3xl">
        <HowToMeasure shown={guide.measures} level={2} />
      </div>
    </div>
  )
}

export const ErrorBoundary = () => <ProductError listHref="/buy" />
