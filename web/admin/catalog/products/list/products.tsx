import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AdminProduct, AdminSort } from '#contract/catalog/admin-products.ts'
import { productsPerPage } from '#contract/limits/paging.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { adminHome } from '../../../../auth/homes.ts'
import { useStoreConfig } from '../../../../layout/store-config.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { parsePage } from '../../../../ui/page-numbers.ts'
import { pageTitle } from '../../../../ui/page-title.ts'
import { ProductTabs } from '../../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal } from '../../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, productsPath, shouldReloadList } from '../../../kit/list-href.ts'
import { readListRows } from '../../../kit/list-rows.tsx'
import { loadList } from '../../../kit/load-list.ts'
import { useDrawerParam } from '../../../kit/use-drawer-param.ts'
import { DemoProducts } from '../../../shared/demo-products.tsx'
import { usePriceProblem } from '../../../shared/use-tax-rates.ts'
import { ProductDrawer } from '../drawer/product-drawer.tsx'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { buildProductColumns } from './product-columns.tsx'
import { loadProducts, ProductFilters, parseProductFilters } from './product-filters.tsx'

const sortLabels: Record<Exclude<AdminSort, 'relevance'>, string> = {
  newest: 'Newest first',
  popular: 'Best selling first',
  name: 'Name',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  stock: 'Stock, low to high',
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = {
    page: parsePage(params.page),
    ...parseProductFilters(search),
    sort: (Object.keys(sortLabels) as AdminSort[]).find((name) => name === search.get('sort')),
  }
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: productsPath, page, params }),
    load: () => loadProducts({ ...query, limit: readListRows() }),
  })
  return { query, ...list }
}

export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Products')

/** All products, with search, filters, a drawer and delete. */
export default function Products({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const { openId, close, reload } = useDrawerParam()
  const { storeAddress } = useStoreConfig()
  const describePriceProblem = usePriceProblem()
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
            <ListTotal
              count={list.total}
              label={
                filters.q || filters.category || filters.status || filters.low || filters.undeclared || filters.unrated
                  ? 'found'
                  : 'products'
              }
            />
          )}
          <LinkButton variant="ink" to={`${adminHome}/ListProduct`} className="text-sm sm:min-h-10">
            Add a product
          </LinkButton>
        </div>
      }
    >
      <ListFilters action={productsPath} q={filters.q ?? ''} hint="Search products">
        <ProductFilters filters={filters} list={list} />
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
          describePriceProblem,
        })}
        rows={list?.products}
        error={error}
        empty={<EmptyState title={screenTexts.noProducts} action={<LinkButton to={productsPath}>View all products</LinkButton>} />}
        page={page}
        rowsPerPage={productsPerPage}
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
