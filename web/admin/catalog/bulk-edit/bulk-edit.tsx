import { useLocation } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { Pager } from '../../../ui/pager.tsx'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { parseFilters } from '../../kit/define-list.ts'
import { FilterSelect, ListError, ListFilters, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildListHref, bulkEditPath, productsPath } from '../../kit/list-href.ts'
import { loadList } from '../../kit/load-list.ts'
import { loadProducts, ProductFilters, productFilters } from '../products/list/product-filters.tsx'
import type { Route } from './+types/bulk-edit'
import { BulkEditor } from './bulk-editor.tsx'

const rowCounts = [10, 50, 100] as const
const defaultRows = 50
const storageKey = 'bulkEditRows'

/** The chosen number of rows, which this browser remembers. */
function parseRows(text: string | null): number {
  const find = (value: unknown) => rowCounts.find((count) => count === Number(value))
  const chosen = find(text)
  if (chosen !== undefined) storeJson('localStorage', storageKey, chosen)
  return chosen ?? find(readStoredJson('localStorage', storageKey)) ?? defaultRows
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const query = {
    page: parsePage(search.get('page')),
    limit: parseRows(search.get('rows')),
    ...parseFilters({ search, filters: productFilters }),
  }
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (last, params) => buildListHref({ path: bulkEditPath, params: { ...params, page: String(last) } }),
    load: () => loadProducts(query),
  })
  return { query, ...list }
}

export const handle = { section: productsPath }
export const meta = pageTitle('Bulk edit')

/** Prices and stock of many products, edited in the list. */
export default function BulkEdit({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const { key } = useLocation()
  const { page, limit, ...filters } = query
  return (
    <ListFrame title="Bulk edit" tabs={<ProductTabs />} aside={list && <ListTotal count={list.total} label="products" />}>
      <ListFilters action={bulkEditPath} q={filters.q ?? ''} hint="Search products">
        <ProductFilters filters={filters} list={list} />
        <FilterSelect
          name="rows"
          label="Rows"
          allLabel={`${limit} rows`}
          value=""
          choices={rowCounts.filter((count) => count !== limit).map((count) => [String(count), `${count} rows`])}
        />
      </ListFilters>
      <Rows key={key} list={list} error={error} />
      <Pager
        page={page}
        pages={list?.totalPages ?? 1}
        buildHref={(number) => buildListHref({ path: bulkEditPath, params: { ...filters, page: number > 1 ? String(number) : undefined } })}
      />
    </ListFrame>
  )
}

function Rows({ list, error }: { list: Awaited<ReturnType<typeof loadProducts>> | undefined; error: string | undefined }) {
  if (list === undefined) return <ListError text={error ?? screenTexts.fetchFailed} />
  if (list.products.length === 0)
    return <EmptyState title={screenTexts.noProducts} action={<LinkButton to={bulkEditPath}>View all products</LinkButton>} />
  return <BulkEditor products={list.products} categories={list.categories} />
}
