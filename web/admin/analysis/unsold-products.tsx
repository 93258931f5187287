import { type UnsoldProduct, unsoldDays } from '#contract/figures/figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../kit/define-list.ts'
import { formatDate } from '../kit/format-time.ts'
import { analysisPath, buildDrawerHref, productsPath, unsoldPath } from '../kit/list-href.ts'
import { ListPage } from '../kit/list-page.tsx'
import { SmallLink } from '../kit/small-button.tsx'
import type { Column } from '../kit/table.tsx'
import { formatCount, StillCounted } from './figure-parts.tsx'

const unsold = defineList({
  path: analysisPath,
  filters: { view: oneOf(['unsold']) },
  load: ({ page }) => callSignedIn('GET /figures/unsold', { query: { page } }),
})

export const loadUnsold = unsold.loader

const columns: readonly Column<UnsoldProduct>[] = [
  { head: 'Product', cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
  { head: 'In stock', number: true, cell: ({ stock }) => formatCount(stock) },
  { head: 'Worth', number: true, cell: ({ amount }) => formatRupees(amount) },
  { head: 'Last order', number: true, cell: ({ lastSold }) => (lastSold === null ? 'never' : formatDate(lastSold)) },
  {
    head: 'Open',
    isHeadHidden: true,
    className: 'max-sm:hidden print:hidden',
    cell: ({ _id, name }) => (
      <SmallLink to={buildDrawerHref({ pathname: productsPath, search: '' }, _id)} aria-label={`Open ${name}`}>
        Open
      </SmallLink>
    ),
  },
]

/** Products in stock that nobody has ordered for weeks. */
export function UnsoldProducts(loaded: Awaited<ReturnType<typeof loadUnsold>>) {
  return (
    <ListPage
      title="Not sold"
      tabs={<FigureTabs />}
      // The view is no filter that somebody could clear.
      definition={{ path: unsoldPath, buildHref: (_filters, page) => unsold.buildHref({ view: 'unsold' }, page) }}
      loaded={{ ...loaded, filters: {} }}
      rows={loaded.list?.products}
      columns={columns}
      label="Products that were not sold, the most expensive stock first"
      noun={['product', 'products']}
      intro={`Products on sale and in stock that nobody has ordered for ${unsoldDays} days, the most expensive stock first. Cancelled orders and exchanges do not count, and products that are younger are left out. Worth is the stock at the price of today.`}
      above={<StillCounted since={loaded.list?.countedSince} />}
      empty={`Everything in stock was ordered in the last ${unsoldDays} days.`}
    />
  )
}
