import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { buildListHref } from './list-href.ts'
import { RowsChooser, readListRows } from './list-rows.tsx'
import { type Column, Table } from './table.tsx'

/** The heading and content of an admin screen. */
export function ListFrame({ title, aside, tabs, children }: { title: string; aside?: ReactNode; tabs?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width flex flex-col gap-5 pt-6 sm:pt-8">
      {tabs}
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
        <h1 className="font-display text-3xl tracking-tight">{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** Replaces a list that could not be loaded. */
export function ListError({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const { revalidate, state } = useRevalidator()
  const retry = onRetry ?? revalidate
  return (
    <EmptyState
      alert
      title={text}
      action={
        <Button variant="ink" aria-disabled={state === 'loading'} onClick={() => state === 'idle' && retry()}>
          {state === 'loading' ? 'Loading…' : 'Try again'}
        </Button>
      }
    />
  )
}

interface ListContentProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** undefined when the list could not be loaded, or without an `error` is not loaded yet */
  rows: readonly Row[] | undefined
  error: string | undefined
  /** loads the list again; undefined: the loader of the route does */
  onRetry?: (() => void) | undefined
  /** replaces an empty table */
  empty: ReactNode
  page: number
  totalPages: number
  buildPageHref: (page: number) => string
  /** the usual number of rows, of a list that can have more; its loader asks for `readListRows` */
  rowsPerPage?: number | undefined
}

/** A page of a list with its pager, or the reason why there are no rows. */
export function ListContent<Row extends { readonly _id: string }>({
  error,
  onRetry,
  rows,
  empty,
  label,
  columns,
  rowsPerPage,
  ...pager
}: ListContentProps<Row>) {
  if (rows === undefined && error !== undefined) return <ListError text={error} onRetry={onRetry} />
  if (rows === undefined)
    return (
      <p role="status" className="text-soft">
        Loading…
      </p>
    )
  return (
    <>
      {rows.length === 0 ? empty : <Table label={label} columns={columns} rows={rows} getKey={({ _id }) => _id} />}
      {pager.totalPages > 1 && <p className="hidden print:block">{`Page ${pager.page} of ${pager.totalPages}`}</p>}
      <Pager page={pager.page} pages={pager.totalPages} buildHref={pager.buildPageHref} />
      {rowsPerPage !== undefined && (pager.totalPages > 1 || readListRows() !== undefined) && (
        <RowsChooser usual={rowsPerPage} firstHref={pager.buildPageHref(1)} />
      )}
    </>
  )
}

/** `1,000+` when a list was not counted any further. */
export const formatCounted = (count: number, hasMore = false): string => `${count.toLocaleString('en-IN')}${hasMore ? '+' : ''}`

/** The number of found items. */
export function ListTotal({ count, hasMore, label }: { count: number; hasMore?: boolean | undefined; label: string }) {
  return (
    <p role="status" className="text-sm text-soft">
      <span className="font-semibold text-ink tabular-nums">{formatCounted(count, hasMore)}</span> {label}
    </p>
  )
}

const smallControlClass =
  'min-h-11 sm:min-h-10 min-w-0 rounded-control border border-edge bg-raised px-3 py-1.5 text-sm text-ink placeholder:text-soft hover:border-ink'

/** Keeps an uncontrolled input in step with a value from the URL without remounting it, which would lose the focus. */
function useControlledInput<Control extends HTMLInputElement | HTMLSelectElement>(value: string): RefObject<Control | null> {
  const ref = useRef<Control>(null)
  useEffect(() => {
    if (ref.current) ref.current.value = value
  }, [value])
  return ref
}

interface ListFiltersProps {
  action: string
  q: string
  /** undefined: there are only filters */
  hint: string | undefined
  children?: ReactNode
}

/** A search and filter form whose values go into the URL. */
export function ListFilters({ action, q, hint, children }: ListFiltersProps) {
  const navigate = useNavigate()
  const searchInput = useControlledInput<HTMLInputElement>(q)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()])
    navigate(buildListHref({ path: action, params: Object.fromEntries(entries) }), { preventScrollReset: true })
  }
  return (
    <search className="grow">
      <form action={action} onSubmit={apply} className="flex flex-wrap items-end gap-x-3 gap-y-3">
        {hint !== undefined && (
          <span className="flex grow basis-64 sm:max-w-80 sm:basis-56 lg:max-w-96">
            <input
              ref={searchInput}
              type="search"
              name="q"
              defaultValue={q}
              maxLength={maxLengths.adminSearch}
              aria-label={hint}
              placeholder={hint}
              className={`${smallControlClass} grow rounded-r-none border-r-0`}
            />
            <button
              type="submit"
              aria-label="Search"
              className="inline-flex min-h-11 w-11 shrink-0 items-center justify-center rounded-r-control border border-transparent bg-ink text-page hover:bg-soft sm:min-h-10"
            >
              <Icon name="search" size={18} />
            </button>
          </span>
        )}
        {children}
      </form>
    </search>
  )
}

/** A filter that submits its form when it changes. */
export function FilterSelect({
  name,
  label,
  value,
  allLabel,
  choices,
}: {
  name: string
  label: string
  value: string
  /** the label of no filter */
  allLabel: string
  choices: readonly (readonly [value: string, label: string])[]
}) {
  const select = useControlledInput<HTMLSelectElement>(value)
  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={value}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className={smallControlClass}
    >
      <option value="">{allLabel}</option>
      {choices.map(([choice, choiceLabel]) => (
        <option key={choice} value={choice}>
          {choiceLabel}
        </option>
      ))}
    </select>
  )
}

/** A date filter that submits its form on blur or Enter, not while the date is typed. */
export function DateFilter({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  const input = useControlledInput<HTMLInputElement>(value ?? '')
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="w-10 text-soft sm:w-auto">{label}</span>
      <input
        ref={input}
        type="date"
        name={name}
        defaultValue={value}
        onBlur={(event) => event.currentTarget.value !== (value ?? '') && event.currentTarget.form?.requestSubmit()}
        className={smallControlClass}
      />
    </label>
  )
}
