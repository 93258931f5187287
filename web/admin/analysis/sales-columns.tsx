import type { SalesFigures, SalesGroup, SalesRow } from '#contract/figures/figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { buildListHref, ordersPath } from '../kit/list-href.ts'
import { SmallLink } from '../kit/small-button.tsx'
import type { Column } from '../kit/table.tsx'
import { formatCount, WithBefore } from './parts/figure-parts.tsx'
import { ProductLink } from './product-link.tsx'

interface Shown {
  readonly period: { readonly from: string; readonly to: string }
  readonly by: SalesGroup
}

const compare = (value: (figures: SalesFigures) => number, format: (value: number) => string) => (row: SalesRow) => (
  <WithBefore before={format(value(row.before))}>{format(value(row.figures))}</WithBefore>
)

const formatDaysLeft = ({ daysLeft }: SalesRow): string => (daysLeft === null ? '–' : daysLeft > 365 ? '365+' : formatCount(daysLeft))

/** The columns of the sales; a phone shows the most important ones. */
export const buildSalesColumns = ({ period, by }: Shown): readonly Column<SalesRow>[] => [
  { head: 'Product', cell: (row) => <Product {...row} /> },
  ...(by === 'size' ? [{ head: 'Size', cell: ({ size }: SalesRow) => size || '–' }] : []),
  { head: 'Sold', number: true, cell: compare(({ units }) => units, formatCount) },
  { head: 'Sales', number: true, cell: compare(({ sales }) => sales, formatRupees) },
  {
    head: 'Not taken',
    number: true,
    className: 'max-md:hidden',
    cell: compare(({ refused, undelivered }) => refused + undelivered, formatCount),
  },
  { head: 'Returned', number: true, className: 'max-md:hidden', cell: compare(({ returned }) => returned, formatCount) },
  { head: 'Cancelled', number: true, className: 'max-lg:hidden', cell: compare(({ cancelled }) => cancelled, formatCount) },
  { head: 'In stock', number: true, className: 'max-sm:hidden', cell: ({ stock }) => formatCount(stock) },
  { head: 'Days left', number: true, cell: formatDaysLeft },
  {
    head: 'Orders',
    isHeadHidden: true,
    className: 'max-sm:hidden print:hidden',
    cell: ({ name, size }) => (
      <SmallLink
        to={buildListHref({ path: ordersPath, params: { q: `${name} ${size ?? ''}`.trim(), ...period } })}
        aria-label={`Orders of ${name} ${size ?? ''}`.trim()}
      >
        Orders
      </SmallLink>
    ),
  },
]

const formatSizes = (sizes: NonNullable<SalesRow['sizes']>): string =>
  sizes.map(({ size, units }) => `${size}: ${formatCount(units)}`).join(', ')

const Product = ({ productId, name, products, sizes = [] }: SalesRow) => (
  <>
    <ProductLink _id={productId} name={name} />
    {sizes.length > 0 && <span className="block text-xs text-soft wrap-anywhere tabular-nums">{formatSizes(sizes)}</span>}
    {products > 1 && <span className="block text-xs text-soft">{products} colours</span>}
  </>
)
