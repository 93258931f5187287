import { Link } from 'react-router'
import type { ImportState } from '#contract/catalog-admin/import-fields.ts'
import type { ImportSummary } from '#contract/catalog-admin/product-import.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { buildListHref, importPath } from '../../kit/list-href.ts'
import { type Column, Table } from '../../kit/table.tsx'

export const stateLabels: Readonly<Record<ImportState, string>> = {
  checking: 'Being checked',
  checked: 'Checked, not imported',
  running: 'Running',
  done: 'Imported',
  stopped: 'Stopped',
  failed: 'Failed',
}

const describeResult = ({ state, saved, outcomes, pictures }: ImportSummary): string => {
  const parts = [
    state === 'checked' ? `${count(outcomes.new + outcomes.changed)} to import` : `${count(saved)} imported`,
    ...(outcomes.error > 0 ? [`${count(outcomes.error)} with errors`] : []),
    ...(pictures.failed > 0 ? [`${count(pictures.failed)} pictures failed`] : []),
  ]
  return state === 'checking' || state === 'failed' ? '' : parts.join(', ')
}

const count = (number: number) => number.toLocaleString('en-IN')

const columns: readonly Column<ImportSummary>[] = [
  {
    head: 'File',
    cell: ({ _id, fileName, createdAt }) => (
      <>
        <Link
          to={buildListHref({ path: importPath, params: { id: _id } })}
          className="font-semibold wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
        >
          {fileName}
        </Link>
        <span className="block text-soft sm:hidden">{formatDateTime(createdAt)}</span>
      </>
    ),
  },
  { head: 'Uploaded', className: 'max-sm:hidden', cell: ({ createdAt }) => <span className="text-soft">{formatDateTime(createdAt)}</span> },
  { head: 'State', cell: ({ state }) => stateLabels[state] },
  { head: 'Products', className: 'max-sm:hidden', cell: (each) => <span className="text-soft">{describeResult(each)}</span> },
]

/** The latest imports. */
export function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <EmptyState title="No imports yet">The files that you upload are listed here for 90 days.</EmptyState>
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-display text-xl">Latest imports</h2>
      <Table label="Latest imports" columns={columns} rows={imports} getKey={({ _id }) => _id} />
    </section>
  )
}
