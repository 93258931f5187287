import { Link } from 'react-router'
import { categories } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import type { AdminProduct, AdminSort } from '#contract/products.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatDate } from '../format-time.ts'
import { smallButtonClass } from '../list-frame.tsx'
import { Cell, Head, Table } from '../table.tsx'
import { StockBadge } from './stock-badge.tsx'

export interface ProductTableProps {
  products: readonly AdminProduct[]
  sort: AdminSort
  buildSortHref: (sort: AdminSort) => string
  buildOpenHref: (id: string) => string
  onDelete: (product: AdminProduct) => void
}

export function ProductTable({ products, sort, buildSortHref, buildOpenHref, onDelete }: ProductTableProps) {
  const ascending = (is: boolean) => (is ? ('ascending' as const) : undefined)
  const byPrice = sort === 'price-asc' ? 'ascending' : sort === 'price-desc' ? 'descending' : undefined
  return (
    <Table
      label="Products on sale"
      head={
        <>
          <Head to={buildSortHref('name')} sorted={ascending(sort === 'name')}>
            Product
          </Head>
          <Head className="max-md:hidden">Category</Head>
          <Head number className="max-sm:hidden" to={buildSortHref(sort === 'price-asc' ? 'price-desc' : 'price-asc')} sorted={byPrice}>
            Price
          </Head>
          <Head number to={buildSortHref('stock')} sorted={ascending(sort === 'stock')}>
            Stock
          </Head>
          <Head number className="max-lg:hidden" to={buildSortHref('newest')} sorted={sort === 'newest' ? 'descending' : undefined}>
            Added
          </Head>
          <Head number>
            <span className="sr-only">Actions</span>
          </Head>
        </>
      }
    >
      {products.map((product) => (
        <tr key={product._id} className="hover:bg-raised">
          <Cell>
            <span className="flex items-center gap-3">
              <Picture
                image={product.image}
                placeholderColor={product.backdrop}
                alt=""
                sizes="3rem"
                loading="eager"
                className="w-10 shrink-0 max-[24rem]:hidden"
              />
              <span className="min-w-0">
                <Link to={buildOpenHref(product._id)} preventScrollReset className="font-semibold hover:underline">
                  {product.name}
                </Link>
                <span className="block text-soft sm:hidden">{formatRupees(product.price)}</span>
              </span>
            </span>
          </Cell>
          <Cell className="max-md:hidden">{categories[product.category].plural}</Cell>
          <Cell number className="max-sm:hidden">
            {formatRupees(product.price)}
          </Cell>
          <Cell number>
            <StockBadge stock={product.stock} />
          </Cell>
          <Cell number className="text-soft max-lg:hidden">
            {formatDate(product.createdAt)}
          </Cell>
          <Cell number>
            <span className="inline-flex gap-2 max-sm:flex-col">
              <Link
                to={buildOpenHref(product._id)}
                preventScrollReset
                aria-label={`Edit ${product.name}`}
                className={`${smallButtonClass} max-[24rem]:hidden`}
              >
                Edit
              </Link>
              <button
                type="button"
                aria-label={`Delete ${product.name}`}
                onClick={() => onDelete(product)}
                className={`${smallButtonClass} text-bad`}
              >
                <Icon name="trash" size={16} className="max-sm:hidden" />
                Delete
              </button>
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
