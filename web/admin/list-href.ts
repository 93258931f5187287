import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ApiError } from '../api/client.ts'
import { adminHome } from '../auth/redirect-after-login.ts'

export const productsPath = `${adminHome}/payment`
export const ordersPath = `${adminHome}/OrderDetail`
export const usersPath = `${adminHome}/userData`

/** The query word that names what the drawer shows. */
const drawerParam = 'open'

/** The words of an address that are there: an empty field of a form says nothing. */
export function parseSearchParams<Name extends string>(search: URLSearchParams, names: readonly Name[]): Partial<Record<Name, string>> {
  const given = names.map((name) => [name, search.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>
}

/** An address of a list; what is empty is left out. */
export function buildListHref({ path, page = 1, words = {} }: { path: string; page?: number; words?: Record<string, string | undefined> }) {
  const kept = Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(kept).toString()
  return `${path}${page > 1 ? `/${page}` : ''}${query === '' ? '' : `?${query}`}`
}

/** What a list does not show itself: the way to another page, and the end of the session, which the area answers. */
export const isHandledByRouter = (problem: unknown) =>
  problem instanceof Response || (problem instanceof ApiError && problem.status === 401)

/** Leads from a page past the last to the last. `writeLast` is told of it and of what else the address says. */
export function redirectToLastPage({
  page,
  totalPages = 1,
  search,
  writeLast,
}: {
  page: number
  totalPages?: number | undefined
  search: URLSearchParams
  writeLast: (last: number, words: Record<string, string>) => string
}): void {
  const last = Math.max(1, totalPages)
  if (page > last) throw redirect(writeLast(last, Object.fromEntries(search)))
}

/** The same list with this opened in the drawer, or with the drawer closed. */
export function buildDrawerHref({ pathname, search }: { pathname: string; search: string }, id?: string): string {
  const words = new URLSearchParams(search)
  if (id === undefined) words.delete(drawerParam)
  else words.set(drawerParam, id)
  return words.size === 0 ? pathname : `${pathname}?${words}`
}

export const parseDrawerParam = (search: string): string | null => new URLSearchParams(search).get(drawerParam)

/** Opening and closing a drawer leaves its list as it is. */
export function shouldReloadList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameList = buildDrawerHref(currentUrl) === buildDrawerHref(nextUrl)
  return isSameList && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}
