import type { AdminProduct, AdminSort } from '#contract/catalog/admin-products.ts'
import { findMissingDeclarations } from '#contract/catalog/declarations.ts'
import { isLowStock } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { findCategoryName } from '../../../../layout/category-name.ts'
import { Icon, trashIcon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { DrawerLink, RowLink } from '../../../kit/drawer-link.tsx'
import { formatDate, formatShortDay } from '../../../kit/format-time.ts'
import { actionColumn } from '../../../kit/row-actions.tsx'
import { SmallButton, smallButtonClass } from '../../../kit/small-button.tsx'
import type { Column } from '../../../kit/table.tsx'
import type { DescribePriceProblem, TaxedCategory } from '../../../shared/use-tax-rates.ts'
import { ProductMark } from './product-mark.tsx'
import { StockBadge } from './stock-badge.tsx'

interface ProductColumnOptions {
  categories: readonly TaxedCategory[]
  sort: AdminSort
  buildSortHref: (sort: AdminSort) => string
  onDelete: (product: AdminProduct) => void
  storeAddress: string | null
  describePriceProblem: DescribePriceProblem
}

export const buildProductColumns = ({
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
