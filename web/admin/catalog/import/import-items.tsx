import { Link } from 'react-router'
import type { ImportDetail, ImportItem } from '#contract/catalog-admin/product-import.ts'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { buildListHref, importPath, productsPath } from '../../kit/list-href.ts'
import { type Column, Table } from '../../kit/table.tsx'

type OutcomeFilter = ImportItem['outcome'] | 'warning'

const outcomeLabels: Readonly<Record<ImportItem['outcome'], string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  error: 'Error',
}

interface ImportItemsProps {
  detail: ImportDetail
  list: CallReply<'GET /products/imports/:id/items'>
  outcome: OutcomeFilter | undefined
}

/** What the import does with each product, filtered by outcome. */
export function ImportItems({ detail: { _id: id, outcomes }, list, outcome }: ImportItemsProps) {
  const all = outcomes.new + outcomes.changed + outcomes.unchanged + outcomes.error
  const filters: readonly (readonly [OutcomeFilter | undefined, string, number | undefined])[] = [
    [undefined, 'All', all],
    ['new', 'New', outcomes.new],
    ['changed', 'Changed', outcomes.changed],
    ['unchanged', 'Unchanged', outcomes.unchanged],
    ['error', 'Errors', outcomes.error],
    ['warning', 'Notes', undefined],
  ]
  const buildHref = (params: { outcome?: string | undefined; page?: string | undefined }) =>
    buildListHref({ path: importPath, params: { id, ...params } })
  return (
    <section aria-label="Products of the file" className="flex flex-col gap-3">
      <nav aria-label="Outcome" className="scroll-row">
        <ul className="flex gap-2">
          {filters.map(([name, label, count]) => (
            <li key={label}>
              <Link
                to={buildHref({ outcome: name })}
                preventScrollReset
                aria-current={name === outcome ? 'true' : undefined}
                className={`inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-control border px-3 text-sm font-semibold sm:min-h-9 ${
                  name === outcome ? 'border-ink bg-ink text-page forced-colors:border-3' : 'border-edge hover:border-ink hover:bg-sunk'
                }`}
              >
                {label}
                {count !== undefined && <span className="font-normal tabular-nums">{count.toLocaleString('en-IN')}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {list.items.length === 0 ? (
        <EmptyState title="No products here" />
      ) : (
        <Table label="Products of the file" columns={columns} rows={list.items} getKey={({ _id }) => _id} />
      )}
      <Pager
        page={list.page}
        pages={list.totalPages}
        buildHref={(page) => buildHref({ outcome, page: page === 1 ? undefined : String(page) })}
      />
    </section>
  )
}

const columns: readonly Column<ImportItem>[] = [
  {
    head: 'Line',
    number: true,
    className: 'w-14 align-top max-sm:hidden',
    cell: ({ line }) => <span className="text-soft">{line.toLocaleString('en-IN')}</span>,
  },
  {
    head: 'Product',
    className: 'w-2/5 align-top',
    cell: ({ name, product, outcome, isSaved, line }) => (
      <span className="flex flex-col gap-0.5">
        {product === null ? (
          <span className="font-semibold wrap-anywhere">{name}</span>
        ) : (
          <DrawerLink
            list={productsPath}
            id={product}
            className="font-semibold wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
          >
            {name}
          </DrawerLink>
        )}
        <span className={outcome === 'error' ? 'font-medium text-bad' : outcome === 'unchanged' ? 'text-soft' : 'font-medium text-good'}>
          {outcomeLabels[outcome]}
          {isSaved && ', imported'}
        </span>
        <span className="text-soft sm:hidden">Line {line.toLocaleString('en-IN')}</span>
      </span>
    ),
  },
  { head: 'What', className: 'align-top', cell: (item) => <ItemOutcome item={item} /> },
]

/** More changes than these are counted only. */
const maxChanges = 6

function ItemOutcome({ item: { error, changes, warnings, outcome, preview } }: { item: ImportItem }) {
  if (error !== null) return <p className="text-bad wrap-anywhere">{error}</p>
  return (
    <ul className="flex flex-col gap-0.5 wrap-anywhere">
      {outcome === 'changed' &&
        changes.slice(0, maxChanges).map(({ field, before, after }) => (
          <li key={field}>
            <span className="text-soft">{field}:</span> {before && <del className="text-soft">{before}</del>} {after}
          </li>
        ))}
      {outcome === 'changed' && changes.length > maxChanges && <li className="text-soft">and {changes.length - maxChanges} more</li>}
      {preview !== null && outcome !== 'unchanged' && <PreviewLines preview={preview} />}
      {warnings.map((warning) => (
        <li key={warning}>
          <span className="font-semibold">Note:</span> {warning}
        </li>
      ))}
    </ul>
  )
}

/** The product as it is after the import, in short. */
function PreviewLines({
  preview: { category, price, mrp, cost, status, stock, sizes, pictures, sale },
}: {
  preview: NonNullable<ImportItem['preview']>
}) {
  const count = stock.toLocaleString('en-IN')
  const facts = [
    category,
    formatRupees(price),
    mrp !== null && `MRP ${formatRupees(mrp)}`,
    cost !== null && `cost ${formatRupees(cost)}`,
    statusLabels[status],
    pictures.length > 0 && `${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}`,
  ]
  return (
    <>
      <li>{facts.filter(Boolean).join(' · ')}</li>
      {sale && (
        <li>
          Sale {formatRupees(sale.price)}, {formatDateTime(sale.startsAt)} to {formatDateTime(sale.endsAt)}
        </li>
      )}
      <li className="text-soft">
        {sizes.length === 0
          ? `${count} in stock for all sizes`
          : sizes.length === 1
            ? `${count} in stock, ${sizes[0]?.size}`
            : `${count} in stock: ${sizes.map((each) => `${each.size} ${each.stock.toLocaleString('en-IN')}`).join(', ')}`}
      </li>
    </>
  )
}

const statusLabels = { on_sale: 'on sale', draft: 'draft', archived: 'archived' } as const
