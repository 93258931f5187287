import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { categories, categoryNames } from '#contract/business.ts'
import type { AdminProduct, AdminSort } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { adminHome } from '../../auth/redirect-after-login.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parsePage } from '../../ui/page-numbers.ts'
import { Pager } from '../../ui/pager.tsx'
import { FilterSelect, ListError, ListFilters, ListFrame } from '../list-frame.tsx'
import {
  buildDrawerHref,
  buildListHref,
  isHandledByRouter,
  parseSearchParams,
  productsPath,
  redirectToLastPage,
  shouldReloadList,
} from '../list-href.ts'
import { useDrawerParam } from '../use-drawer-param.ts'
import { describeError } from '../use-resource.ts'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { ProductTable } from './product-table.tsx'

const sorts: Record<AdminSort, string> = {
  newest: 'Newest first',
  name: 'Name',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  stock: 'Stock, least first',
}

function readQuery({ page, search }: { page: string | undefined; search: URLSearchParams }) {
  const words = parseSearchParams(search, ['q', 'category', 'sort', 'low'])
  return {
    page: parsePage(page),
    q: words.q,
    category: categoryNames.find((name) => name === words.category),
    sort: (Object.keys(sorts) as AdminSort[]).find((name) => name === words.sort),
    low: words.low === 'yes' ? ('yes' as const) : undefined,
  }
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = readQuery({ page: params.page, search })
  try {
    const list = await callSignedIn('getAdminProducts', { query })
    redirectToLastPage({
      ...list,
      page: query.page,
      search,
      writeLast: (page, words) => buildListHref({ path: productsPath, page, words }),
    })
    return { query, list, problem: undefined }
  } catch (problem) {
    if (isHandledByRouter(problem)) throw problem
    return { query, list: undefined, problem: describeError(problem) }
  }
}

export const shouldRevalidate = shouldReloadList

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Products · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** All products on sale: find one, change it, count it, take it out of the shop. */
export default function Products({ loaderData: { query, list, problem } }: Route.ComponentProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const { opened, close, reload } = useDrawerParam()
  const [leaving, setLeaving] = useState<AdminProduct>()
  const { page, ...words } = query

  return (
    <ListFrame
      title="Products"
      aside={
        <div className="flex items-baseline gap-6">
          {list && <Total shown={list.total} what={words.q || words.category || words.low ? 'found' : 'on sale'} />}
          <LinkButton variant="ink" to={`${adminHome}/ListProduct`} className="min-h-10 text-sm">
            Add a product
          </LinkButton>
        </div>
      }
    >
      <ListFilters action={productsPath} q={words.q ?? ''} hint="Search products">
        <FilterSelect
          name="category"
          label="Category"
          any="All categories"
          value={words.category ?? ''}
          choices={categoryNames.map((name) => [name, categories[name].plural])}
        />
        <FilterSelect name="low" label="Stock" any="Any stock" value={words.low ?? ''} choices={[['yes', 'Nearly gone']]} />
        <FilterSelect name="sort" label="Order" any={sorts.newest} value={words.sort ?? ''} choices={listSorts()} />
      </ListFilters>
      {problem !== undefined && <ListError words={problem} />}
      {list?.products.length === 0 && (
        <EmptyState title={screenTexts.noProducts} action={<LinkButton to={productsPath}>See all products</LinkButton>} />
      )}
      {list !== undefined && list.products.length > 0 && (
        <ProductTable
          products={list.products}
          sort={words.sort ?? 'newest'}
          buildSortHref={(sort) => buildListHref({ path: productsPath, words: { ...words, sort } })}
          buildOpenHref={(id) => buildDrawerHref(location, id)}
          onDelete={setLeaving}
        />
      )}
      {list && (
        <Pager page={page} pages={list.totalPages} buildHref={(number) => buildListHref({ path: productsPath, page: number, words })} />
      )}
      {opened !== null && <ProductDrawer key={opened} id={opened} onClose={close} onChange={reload} />}
      {leaving && (
        <DeleteProduct
          product={leaving}
          onClose={() => setLeaving(undefined)}
          onDeleted={() => {
            setLeaving(undefined)
            const isLast = list?.products.length === 1 && page > 1
            if (isLast) navigate(buildListHref({ path: productsPath, page: page - 1, words }), { replace: true })
            else reload()
          }}
        />
      )}
    </ListFrame>
  )
}

function listSorts(): [string, string][] {
  return Object.entries(sorts).filter(([sort]) => sort !== 'newest')
}

function Total({ shown, what }: { shown: number; what: string }) {
  return (
    <p role="status" className="text-sm text-soft">
      <span className="font-semibold text-ink tabular-nums">{shown.toLocaleString('en-IN')}</span> {what}
    </p>
  )
}
