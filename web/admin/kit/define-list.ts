import { maxLengths } from '#contract/kernel/business.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { parsePage } from '../../ui/page-numbers.ts'
import { buildListHref, parseSearchParams } from './list-href.ts'
import { readListRows } from './list-rows.tsx'
import { loadList } from './load-list.ts'

export type Parsers = Readonly<Record<string, (text: string) => string | undefined>>

export type Filters<Parse extends Parsers> = { [Name in keyof Parse]?: ReturnType<Parse[Name]> | undefined }

/** The filters of an address; what they do not know is left out. */
export function parseFilters<const Parse extends Parsers>({
  search,
  filters,
}: {
  search: URLSearchParams
  filters: Parse
}): Filters<Parse> {
  const entries = Object.entries(parseSearchParams(search, Object.keys(filters))).flatMap(([name, text]) => {
    const value = filters[name]?.(text ?? '')
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries) as Filters<Parse>
}

interface ListDefinition<Parse extends Parsers, List> {
  readonly path: string
  /** search parameter → its value, undefined for one that the list does not know: `anyText`, `oneOf` */
  readonly filters: Parse
  /** the page is a part of the path, `/orders/2`, and no search parameter */
  readonly hasPagePath?: boolean
  /** `limit`: the rows that this browser has chosen; undefined: as many as the list usually has */
  readonly load: (query: Filters<Parse> & { page: number; limit: number | undefined }) => Promise<List>
}

export interface LoaderArgs {
  readonly request: Request
  readonly params: { readonly page?: string | undefined }
}

/**
 * A list of the administration: its loader, and the addresses of its pages. `ListPage` shows it. A screen that loads its list by itself
 * uses `parse` and `loadPage`.
 */
export function defineList<const Parse extends Parsers, List extends { totalPages?: number }>({
  path,
  filters,
  hasPagePath = false,
  load,
}: ListDefinition<Parse, List>) {
  const buildHref = (params: Readonly<Record<string, string | undefined>>, page: number) =>
    hasPagePath
      ? buildListHref({ path, page, params })
      : buildListHref({ path, params: { ...params, page: page > 1 ? String(page) : undefined } })

  const parse = (search: URLSearchParams, pagePath?: string) => ({
    page: parsePage(hasPagePath ? pagePath : search.get('page')),
    filters: parseFilters({ search, filters }),
  })

  const loadPage = ({ page, filters: parsed }: ReturnType<typeof parse>) => load({ ...parsed, page, limit: readListRows() })

  async function loader({ request, params }: LoaderArgs) {
    const search = new URL(request.url).searchParams
    const parsed = parse(search, hasPagePath ? params.page : undefined)
    const loaded = await loadList({
      page: parsed.page,
      search,
      buildLastHref: (last, { page: _page, ...others }) => buildHref(others, last),
      load: () => loadPage(parsed),
    })
    return { ...parsed, ...loaded }
  }

  return { path, parse, loadPage, loader, buildHref }
}

export const anyText = (text: string): string => text

/** A month such as 2026-03; undefined for anything else. */
export const parseMonth = (text: string): string | undefined => (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)

/** A month like `parseMonth`, but none after this month in India. */
export const parsePastMonth = (text: string): string | undefined => {
  const month = parseMonth(text)
  return month !== undefined && month <= toIndianDay().slice(0, 7) ? month : undefined
}

/** A search, as long as its field takes. */
export const searchText = (text: string): string => text.slice(0, maxLengths.adminSearch)

/**
 * A parser of some values. TypeScript leaves out calls that return a plain function when it infers the filters of a list whose `load` takes
 * them; the type with `object` is none.
 */
type ValueParser<Value> = ((text: string) => Value | undefined) & object

export const oneOf =
  <const Value extends string>(values: readonly Value[]): ValueParser<Value> =>
  (text) =>
    values.find((value) => value === text)
