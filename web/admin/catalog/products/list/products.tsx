import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminProduct, AdminSort } from '#contract/catalog/admin-products.ts'
import { productsPerPage } from '#contract/kernel/limits/paging.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { useStoreConfig } from '../../../../layout/store-config.ts'
import { adminHome } from '../../../../session/homes.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { ProductTabs } from '../../../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../../../kit/define-list.ts'
import { FilterSelect } from '../../../kit/list-frame.tsx'
import { productsPath, shouldReloadList } from '../../../kit/list-href.ts'
import { ListPage } from '../../../kit/list-page.tsx'
import { useDrawerParam } from '../../../kit/use-drawer-param.ts'
import { DemoProducts } from '../../../shared/demo-products.tsx'
import { usePriceProblem } from '../../../shared/use-tax-rates.ts'
import { ProductDrawer } from '../drawer/product-drawer.tsx'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { buildProductColumns } from './product-columns.tsx'
import { loadProducts, ProductFilters, productFilters } from './product-filters.tsx'

const sortLabels: Record<Exclude<AdminSort, 'relevance'>, string> = {
  newest: 'Newest first',
  popular: 'Best selling first',
  name: 'Name',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  stock: 'Stock, low to high',
}

const products = defineList({
  path: productsPath,
  hasPagePath: true,
  filters: { ...productFilters, sort: oneOf(Object.keys(sortLabels) as AdminSort[]) },
  load: loadProducts,
})
export const clientLoader = products.loader

export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Products')

/** All products, with search, filters, a drawer and delete. */
export default function Products({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { openId, close, reload } = useDrawerParam()
  const { storeAddress } = useStoreConfig()
  const describePriceProblem = usePriceProblem()
  const [deleting, setDeleting] = useState<AdminProduct>()
  const { list, page, filters } = loaderData
  const categories = list?.categories ?? []

  return (
    <ListPage
      title="Products"
      tabs={<ProductTabs />}
      definition={products}
      loaded={loaderData}
      rows={list?.products}
      columns={buildProductColumns({
        categories,
        sort: filters.sort ?? 'newest',
        buildSortHref: (sort) => products.buildHref({ ...filters, sort }, 1),
        onDelete: setDeleting,
        storeAddress,
        describePriceProblem,
      })}
      label="Products"
      rowsPerPage={productsPerPage}
      noun={['product', 'products']}
      searchHint="Search products"
      filters={
        <>
          <ProductFilters filters={filters} list={list} />
          <FilterSelect
            name="sort"
            label="Sort"
            allLabel={sortLabels.newest}
            value={filters.sort ?? ''}
            choices={Object.entries(sortLabels).filter(([sort]) => sort !== 'newest')}
          />
        </>
      }
      actions={
        <LinkButton variant="ink" to={`${adminHome}/ListProduct`} className="text-sm sm:min-h-10">
          Add a product
        </LinkButton>
      }
      empty={screenTexts.noProducts}
      emptyFound={screenTexts.noProducts}
    >
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
            if (isLast) navigate(products.buildHref(filters, page - 1), { replace: true })
            else reload()
          }}
        />
      )}
    </ListPage>
  )
}
