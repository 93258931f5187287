import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminProduct, AdminSort } from '#contract/catalog/admin-products.ts'
import { findMissingDeclarations } from '#contract/catalog/declarations.ts'
import { isLowStock } from '#contract/kernel/business.ts'
import { productsPerPage } from '#contract/kernel/limits/paging.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { findCategoryName } from '../../../../layout/category-name.ts'
import { useStoreConfig } from '../../../../layout/store-config.ts'
import { adminHome } from '../../../../session/homes.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Icon, trashIcon } from '../../../../ui/icon.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { Picture } from '../../../../ui/picture.tsx'
import { ProductTabs } from '../../../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../../../kit/define-list.ts'
import { DrawerLink, RowLink } from '../../../kit/drawer-link.tsx'
import { formatDate, formatShortDay } from '../../../kit/format-time.ts'
import { FilterSelect } from '../../../kit/list-frame.tsx'
import { productsPath, shouldReloadList } from '../../../kit/list-href.ts'
import { ListPage } from '../../../kit/list-page.tsx'
import { actionColumn } from '../../../kit/row-actions.tsx'
import { SmallButton, smallButtonClass } from '../../../kit/small-button.tsx'
import type { Column } from '../../../kit/table.tsx'
import { useDrawerParam } from '../../../kit/use-drawer-param.ts'
import { DemoProducts } from '../../../shared/demo-products.tsx'
import { type DescribePriceProblem, type TaxedCategory, usePriceProblem } from '../../../shared/use-tax-rates.ts'
import { ProductDrawer } from '../drawer/product-drawer.tsx'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { loadProducts, ProductFilters, productFilters } from './product-filters.tsx'
import { ProductMark } from './product-mark.tsx'
import { StockBadge } from './stock-badge.tsx'

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

interface ProductColumnOptions {
  categories: readonly TaxedCategory[]
  sort: AdminSort
  buildSortHref: (sort: AdminSort) => string
  onDelete: (product: AdminProduct) => void
  storeAddress: string | null
  describePriceProblem: DescribePriceProblem
}

const buildProductColumns = ({
  categories,
  sort,
  buildSortHref,
  onDelete,
  storeAddress,
  describePriceProblem,
}: ProductColumnOptions): readonly Column<AdminProduct>[] => [
  {
    head: 'Product',
    to: buildSortHref('name'),
    sorted: sort === 'name' ? 'ascending' : undefined,
    cell: (product) => {
      const { _id, name, image, backdrop, price } = product
      const missing = findMissingDeclarations({ ...product, storeAddress }).join(', ')
      const taxProblem = describePriceProblem({ ...product, categories })
      return (
        <span className="flex items-center gap-3">
          <Picture
            image={image}
            placeholderColor={backdrop}
            alt=""
            sizes="3rem"
            loading="eager"
            className="w-10 shrink-0 max-[24rem]:hidden"
          />
          <span className="min-w-0">
            <RowLink id={_id}>{name}</RowLink>
            <span className="block text-soft sm:hidden">{formatRupees(price)}</span>
            <ProductMark product={product} />
            {taxProblem && <span className="block text-xs font-medium text-bad">Tax: {taxProblem}</span>}
            {product.availableFrom !== undefined && (
              <span className="block text-xs font-medium">Pre-order {formatShortDay(product.availableFrom)}</span>
            )}
            {missing !== '' && <span className="block text-xs text-soft">Not declared: {missing}</span>}
          </span>
        </span>
      )
    },
  },
  { head: 'Category', className: 'max-md:hidden', cell: ({ category }) => findCategoryName({ categories, key: category }) },
  {
    head: 'Price',
    number: true,
    className: 'max-sm:hidden',
    to: buildSortHref(sort === 'price-asc' ? 'price-desc' : 'price-asc'),
    sorted: sort === 'price-asc' ? 'ascending' : sort === 'price-desc' ? 'descending' : undefined,
    cell: ({ price }) => formatRupees(price),
  },
  {
    head: 'Stock',
    number: true,
    to: buildSortHref('stock'),
    sorted: sort === 'stock' ? 'ascending' : undefined,
    cell: ({ stock, sizeStock = [] }) => (
      <>
        <StockBadge stock={stock} />
        {stock > 0 && <LowSizes sizeStock={sizeStock} />}
      </>
    ),
  },
  {
    head: 'Added',
    number: true,
    className: 'max-lg:hidden',
    to: buildSortHref('newest'),
    sorted: sort === 'newest' ? 'descending' : undefined,
    cell: ({ createdAt }) => <span className="text-soft">{formatDate(createdAt)}</span>,
  },
  actionColumn((product) => (
    <span className="inline-flex gap-2 max-sm:flex-col">
      <DrawerLink id={product._id} aria-label={`Edit ${product.name}`} className={`${smallButtonClass} max-[24rem]:hidden`}>
        Edit
      </DrawerLink>
      <SmallButton aria-label={`Delete ${product.name}`} onClick={() => onDelete(product)} className="text-bad">
        <Icon path={trashIcon} size={16} className="max-sm:hidden" />
        Delete
      </SmallButton>
    </span>
  )),
]

/** The sizes that are sold out or low in stock. */
function LowSizes({ sizeStock }: { sizeStock: NonNullable<AdminProduct['sizeStock']> }) {
  const listSizes = (sizes: typeof sizeStock) => sizes.map(({ size }) => size).join(', ')
  const soldOut = listSizes(sizeStock.filter(({ stock }) => stock === 0))
  const low = listSizes(sizeStock.filter(({ stock }) => isLowStock(stock)))
  if (!soldOut && !low) return null
  return (
    <span className="ml-auto block max-w-40 whitespace-normal text-xs font-medium text-bad">
      {[soldOut && `${soldOut} sold out`, low && `${low} low`].filter(Boolean).join('; ')}
    </span>
  )
}
