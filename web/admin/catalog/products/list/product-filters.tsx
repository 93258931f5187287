import { type UndeclaredField, undeclaredFields } from '#contract/catalog/declarations.ts'
import type { CallInput, CallReply } from '#contract/contract.ts'
import { useStoreConfig } from '../../../../layout/store-config.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { anyText, type Filters, oneOf, searchText } from '../../../kit/define-list.ts'
import { FilterSelect } from '../../../kit/list-frame.tsx'

/** What products leave out, as filters name it. */
const undeclaredLabels: Record<UndeclaredField, string> = {
  mrp: 'Without MRP',
  maker: 'Without maker',
  origin: 'Without country of origin',
  weight: 'Without weight',
  hsn: 'Without HSN code',
}

const statusLabels = { draft: 'Drafts', archived: 'Archived' } as const

/** The products that have a list of their own, beside those on sale. */
const listedStatuses = ['draft', 'archived'] as const

/** The filters of a list of products in the address. */
export const productFilters = {
  q: searchText,
  category: anyText,
  status: oneOf(listedStatuses),
  low: oneOf(['yes']),
  undeclared: oneOf(undeclaredFields),
  unrated: oneOf(['yes']),
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
  filters: Filters<typeof productFilters>
  /** undefined when it could not be loaded */
  list: { categories: CallReply<'GET /categories/admin'>['categories']; counts: CallReply<'GET /products/admin'>['counts'] } | undefined
}

/** The filters of a list of products, beside its search. */
export function ProductFilters({ filters: { category, status, low, undeclared, unrated }, list }: ProductFiltersProps) {
  const { gstin } = useStoreConfig()
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
      <FilterSelect
        name="undeclared"
        label="Declarations"
        allLabel="All declarations"
        value={undeclared ?? ''}
        choices={undeclaredFields.map((field) => [field, undeclaredLabels[field]])}
      />
      {(gstin !== null || unrated) && (
        <FilterSelect
          name="unrated"
          label="Tax rates"
          allLabel="All tax rates"
          value={unrated ?? ''}
          choices={[['yes', 'HSN code without a rate']]}
        />
      )}
    </>
  )
}
