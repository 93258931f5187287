import type { CallInput, CallReply } from '#contract/contract.ts'
import { callSignedIn } from '../../../../auth/call-signed-in.ts'
import { FilterSelect } from '../../../shared/list-frame.tsx'
import { parseSearchParams } from '../../../shared/list-href.ts'

const statusLabels = { draft: 'Drafts', archived: 'Archived' } as const

/** The products that have a list of their own, beside those on sale. */
const listedStatuses = ['draft', 'archived'] as const

/** The filters of a URL; what they do not know is left out. */
export function parseProductFilters(search: URLSearchParams) {
  const { q, category, status, low } = parseSearchParams(search, ['q', 'category', 'status', 'low'])
  return {
    q,
    category,
    status: listedStatuses.find((name) => name === status),
    low: low === 'yes' ? ('yes' as const) : undefined,
  }
}

/** A page of products, with the categories to choose from. */
export async function loadProducts(query: CallInput<'GET /products/admin'>['query']) {
  const [products, { categories }] = await Promise.all([
    callSignedIn('GET /products/admin', { query }),
    callSignedIn('GET /categories/admin', {}),
  ])
  return { ...products, categories }
}

interface ProductFiltersProps {
  filters: Omit<ReturnType<typeof parseProductFilters>, 'q'>
  /** undefined when it could not be loaded */
  list: { categories: CallReply<'GET /categories/admin'>['categories']; counts: CallReply<'GET /products/admin'>['counts'] } | undefined
}

/** The filters of a list of products, beside its search. */
export function ProductFilters({ filters: { category, status, low }, list }: ProductFiltersProps) {
  return (
    <>
      <FilterSelect
        name="category"
        label="Category"
        allLabel="All categories"
        value={category ?? ''}
        choices={(list?.categories ?? []).map(({ key, name }) => [key, name])}
      />
      <FilterSelect
        name="status"
        label="Status"
        allLabel="On sale"
        value={status ?? ''}
        choices={listedStatuses.map((name) => [name, list ? `${statusLabels[name]} (${list.counts[name]})` : statusLabels[name]])}
      />
      <FilterSelect name="low" label="Stock" allLabel="All stock levels" value={low ?? ''} choices={[['yes', 'Low stock']]} />
    </>
  )
}
