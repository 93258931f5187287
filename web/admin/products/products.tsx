import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type AdminProduct, type AdminSort, hiddenProducts } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { adminHome } from '../../auth/redirect-after-login.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { parsePage } from '../../ui/page-numbers.ts'
import { ProductTabs } from '../admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal } from '../list-frame.tsx'
import { buildDrawerHref, buildListHref, parseSearchParams, productsPath, shouldReloadList } from '../list-href.ts'
import { loadList } from '../load-list.ts'
import { useDrawerParam } from '../use-drawer-param.ts'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { DemoProducts } from './demo-products.tsx'
import { buildProductColumns } from './product-columns.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { buildStatusChoices } from './status-choices.ts'

const sortLabels: Record<Exclude<AdminSort, 'relevance'>, string> = {
  newest: 'Newest first',
  popular: 'Best selling first',
  name: 'Name',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  stock: 'Stock, low to high',
}

function parseQuery({ page, search }: { page: string | undefined; search: URLSearchParams }) {
  const filters = parseSearchParams(search, ['q', 'category', 'status', 'sort', 'low'])
  return {
    page: parsePage(page),
    q: filters.q,
    category: filters.category,
    status: hiddenProducts.find((name) => name === filters.status),
    sort: (Object.keys(sortLabels) as AdminSort[]).find((name) => name === filters.sort),
    low: filters.low === 'yes' ? ('yes' as const) : undefined,
  }
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = parseQuery({ page: params.page, search })
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: productsPath, page, params }),
    load: async () => {
      const [products, { categories }] = await Promise.all([
        callSignedIn('getAdminProducts', { query }),
        callSignedIn('getAdminCategories', {}),
      ])
      return { ...products, categories }
    },
  })
  return { query, ...list }
}

export const shouldRevalidate = shouldReloadList

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Products · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** All products, with search, filters, a drawer and delete. */
export default function Products({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const { openId, close, reload } = useDrawerParam()
  const { storeAddress } = useStoreConfig()
  const [deleting, setDeleting] = useState<AdminProduct>()
  const { page, ...filters } = query
  const categories = list?.categories ?? []
  const buildPageHref = (number: number) => buildListHref({ path: productsPath, page: number, params: filters })

  return (
    <ListFrame
      title="Products"
      tabs={<ProductTabs />}
      aside={
        <div className="flex items-baseline gap-6">
          {list && (
            <ListTotal count={list.total} label={filters.q || filters.category || filters.status || filters.low ? 'found' : 'products'} />
          )}
          <LinkButton variant="ink" to={`${adminHome}/ListProduct`} className="text-sm sm:min-h-10">
            Add a product
          </LinkButton>
        </div>
      }
    >
      <ListFilters action={productsPath} q={filters.q ?? ''} hint="Search products">
        <FilterSelect
          name="category"
          label="Category"
          allLabel="All categories"
          value={filters.category ?? ''}
          choices={categories.map(({ key, name }) => [key, name])}
        />
        <FilterSelect
          name="status"
          label="Status"
          allLabel="On sale"
          value={filters.status ?? ''}
          choices={buildStatusChoices(list?.counts)}
        />
        <FilterSelect name="low" label="Stock" allLabel="All stock levels" value={filters.low ?? ''} choices={[['yes', 'Low stock']]} />
        <FilterSelect
          name="sort"
          label="Sort"
          allLabel={sortLabels.newest}
          value={filters.sort ?? ''}
          choices={Object.entries(sortLabels).filter(([sort]) => sort !== 'newest')}
        />
      </ListFilters>
      <ListContent
        label="Products"
        columns={buildProductColumns({
          categories,
          sort: filters.sort ?? 'newest',
          buildSortHref: (sort) => buildListHref({ path: productsPath, params: { ...filters, sort } }),
          buildOpenHref: (id) => buildDrawerHref(location, id),
          onDelete: setDeleting,
          storeAddress,
        })}
        rows={list?.products}
        error={error}
        empty={<EmptyState title={screenTexts.noProducts} action={<LinkButton to={productsPath}>View all products</LinkButton>} />}
        page={page}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={buildPageHref}
      />
      <DemoProducts count={list?.counts.demo ?? 0} onRemoved={reload} />
      {openId !== null && (
        <ProductDrawer key={openId} id={openId} categories={categories} storeAddress={storeAddress} onClose={close} onChange={reload} />
      )}
      {deleting && (
        <DeleteProduct
          product={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined)
            const isLast = list?.products.length === 1 && page > 1
            if (isLast) navigate(buildPageHref(page - 1), { replace: true })
            else reload()
          }}
        />
      )}
    </ListFrame>
  )
}
