import type { ComponentType, ReactNode } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { defineList } from './define-list.ts'
import { ListContent, ListFilters, ListFrame, ListTotal } from './list-frame.tsx'
import { useMayOpen } from './screen-rights.ts'
import type { Column } from './table.tsx'
import { useDrawerParam } from './use-drawer-param.ts'

/** The properties of a drawer with the details of a row. */
export interface DrawerProps {
  id: string
  /** returns when the address has changed */
  onClose: () => unknown
  /** the list shows something else now */
  onChange: () => void
}

interface ListPageProps<Row> {
  title: string
  tabs?: ReactNode
  /** the list, and what its loader has returned */
  definition: Pick<ReturnType<typeof defineList>, 'path' | 'buildHref'>
  loaded: {
    readonly page: number
    readonly filters: Readonly<Record<string, string | undefined>>
    readonly list: { readonly total?: number; readonly totalPages?: number; readonly hasMore?: boolean | undefined } | undefined
    readonly error: string | undefined
  }
  rows: readonly Row[] | undefined
  /** loads the list again, unless the loader of the route does */
  onRetry?: () => void
  columns: readonly Column<Row>[]
  /** of the table, for screen readers: what is listed, in which order */
  label: string
  /** the usual number of rows; undefined: the list has one page */
  rowsPerPage?: number
  /** one row and several, such as `['ticket', 'tickets']` */
  noun: readonly [one: string, many: string]
  /** replaces the number with its noun */
  total?: ReactNode
  /** beside the title, before the total */
  aside?: ReactNode
  intro?: ReactNode
  /** without it and `filters` the actions are beside the title */
  searchHint?: string
  /** further controls of the form */
  filters?: ReactNode
  /** buttons beside the search; the primary one is the last */
  actions?: ReactNode
  /** above the search */
  top?: ReactNode
  /** between the search and the table */
  above?: ReactNode
  /** the text of a list without rows */
  empty: string
  /** of a search that finds none */
  emptyFound?: string
  /** the details of the row whose id is in the address */
  drawer?: ComponentType<DrawerProps>
  /** below the table: dialogs */
  children?: ReactNode
}

/** A list of the administration: title, total, search and filters, actions, table and pages, always in the same places. */
export function ListPage<Row extends { readonly _id: string }>({
  title,
  tabs,
  definition: { path, buildHref },
  loaded,
  noun: [one, many],
  total,
  aside,
  intro,
  searchHint,
  filters,
  actions,
  top,
  above,
  empty,
  emptyFound = empty,
  drawer,
  children,
  label: tableLabel,
  ...table
}: ListPageProps<Row>) {
  const { page, list, error } = loaded
  const isFiltered = Object.entries(loaded.filters).some(([name, value]) => name !== 'sort' && value !== undefined)
  // Who opens a screen by its address without the right sees only the reason.
  const mayOpen = useMayOpen(path)
  const hasForm = mayOpen && (searchHint !== undefined || filters !== undefined)
  const label = isFiltered ? 'found' : list?.total === 1 ? one : many
  return (
    <ListFrame
      title={title}
      tabs={tabs}
      aside={
        <div className="flex flex-wrap items-baseline gap-x-6">
          {aside}
          {total ?? (list?.total !== undefined && <ListTotal count={list.total} hasMore={list.hasMore} label={label} />)}
          {mayOpen && !hasForm && actions}
        </div>
      }
    >
      {mayOpen && top}
      {mayOpen && intro && <p className="max-w-prose text-soft">{intro}</p>}
      {hasForm && (
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <ListFilters action={path} q={loaded.filters.q ?? ''} hint={searchHint}>
            {filters}
            {isFiltered && (
              <LinkButton variant="quiet" to={path} className="text-sm sm:min-h-10">
                {filters ? 'Clear filters' : 'Clear the search'}
              </LinkButton>
            )}
          </ListFilters>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
      )}
      {mayOpen && above}
      <ListContent
        {...table}
        label={tableLabel}
        error={error}
        empty={
          <EmptyState
            title={isFiltered ? emptyFound : empty}
            action={isFiltered && <LinkButton to={path}>{`View all ${many}`}</LinkButton>}
          />
        }
        page={page}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildHref(loaded.filters, number)}
      />
      {drawer && <OpenDrawer drawer={drawer} />}
      {children}
    </ListFrame>
  )
}

function OpenDrawer({ drawer: Drawer }: { drawer: ComponentType<DrawerProps> }) {
  const { openId, close, reload } = useDrawerParam()
  return openId !== null && <Drawer key={openId} id={openId} onClose={close} onChange={reload} />
}
