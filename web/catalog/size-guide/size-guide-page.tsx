import { data, isRouteErrorResponse } from 'react-router'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { describePage } from '../../layout/page-meta.ts'
import { publicHeaders } from '../../layout/public-page.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Breadcrumb } from '../shared/breadcrumb.tsx'
import { ProductError } from '../shared/product-error.tsx'
import type { Route } from './+types/size-guide-page'
import { HowToMeasure, MeasureTable, type Unit, units } from './measure-table.tsx'

async function load({ call, category }: { call: Call; category: string | undefined }) {
  const isKey = /^[a-z0-9-]{1,40}$/i.test(category ?? '')
  const found = await call('GET /categories/size-guide', { query: { category: isKey ? category : undefined } })
  if (category !== undefined && found.category === null) throw data(null, { status: 404 })
  return found
}

export const loader = ({ context, params }: Route.LoaderArgs) => load({ call: context.get(callContext), category: params.category })
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load({ call, category: params.category })

export const headers = publicHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  if (loaderData === undefined) return [{ title: `Size guide · ${storeName}` }, { name: 'robots', content: 'noindex' }]
  const { category, isDefault } = loaderData
  // Categories without a guide of their own all show the same one.
  const name = category === null || isDefault ? undefined : findCategoryName({ categories: config?.categories, key: category })
  return describePage({
    config,
    path: name === undefined ? '/size-guide' : `/size-guide/${category}`,
    title: `${name === undefined ? 'Size guide' : `Size guide: ${name}`} · ${storeName}`,
    description: `${name === undefined ? '' : `${name}: `}Body measurements of each size in centimetres and inches, and how to take them.`,
  })
}

/** The size guide as a page, for browsers without JavaScript and for links. */
export default function SizeGuidePage({ loaderData: { sizeGuide: guide, category: key } }: Route.ComponentProps) {
  const { categories } = useStoreConfig()
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ProductError listHref="/buy" />
  return (
    <ProductError
      title="Size guide not found"
      text="We have no clothes of that name. The page of each item has its size guide."
      listHref="/buy"
      canRetry={false}
    />
  )
}
