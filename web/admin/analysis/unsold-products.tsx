import { type UnsoldProduct, unsoldDays } from '#contract/figures/figures.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../session/download-signed-in.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../kit/define-list.ts'
import { formatDate } from '../kit/format-time.ts'
import { analysisPath, unsoldPath } from '../kit/list-href.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'
import { formatCount, StillCounted } from './parts/figure-parts.tsx'
import { FileButtons } from './parts/file-buttons.tsx'
import { ProductLink } from './product-link.tsx'
import '../../ui/print.css'

const unsold = defineList({
  path: analysisPath,
  filters: { view: oneOf(['unsold']) },
  load: ({ page }) => callSignedIn('GET /figures/unsold', { query: { page } }),
})

export const loadUnsold = unsold.loader

const columns: readonly Column<UnsoldProduct>[] = [
  { head: 'Product', cell: (product) => <ProductLink {...product} /> },
  { head: 'In stock', number: true, cell: ({ stock }) => formatCount(stock) },
  { head: 'Worth', number: true, cell: ({ amount }) => formatRupees(amount) },
  { head: 'Last order', number: true, cell: ({ lastSold }) => (lastSold === null ? 'never' : formatDate(lastSold)) },
]

const download = () => downloadSignedIn({ route: 'GET /figures/unsold/export', input: {}, fileName: 'not-sold.csv' })

/** Products in stock that nobody has ordered for weeks. */
export function UnsoldProducts(loaded: Awaited<ReturnType<typeof loadUnsold>>) {
  return (
    <div data-print>
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
        actions={<FileButtons download={download} />}
        above={<StillCounted since={loaded.list?.countedSince} />}
        empty={`Everything in stock was ordered in the last ${unsoldDays} days.`}
      />
    </div>
  )
}
