import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { adminHome } from '../session/landing.ts'

export const productsPath = `${adminHome}/payment`
export const ordersPath = `${adminHome}/OrderDetail`
export const usersPath = `${adminHome}/userData`

/** The query word that names what the drawer shows. */
const opened = 'open'

/** The words of an address that are there: an empty field of a form says nothing. */
export function readWords<Name extends string>(search: URLSearchParams, names: readonly Name[]): Partial<Record<Name, string>> {
  const given = names.map((name) => [name, search.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>
}

/** An address of a list; what is empty is left out. */
export function writeAddress({ path, page = 1, words = {} }: { path: string; page?: number; words?: Record<string, string | undefined> }) {
  const kept = Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(kept).toString()
  return `${path}${page > 1 ? `/${page}` : ''}${query === '' ? '' : `?${query}`}`
}

/** The same list with this opened in the drawer, or with the drawer closed. */
export function writeOpened({ pathname, search }: { pathname: string; search: string }, id?: string): string {
  const words = new URLSearchParams(search)
  if (id === undefined) words.delete(opened)
  else words.set(opened, id)
  return words.size === 0 ? pathname : `${pathname}?${words}`
}

export const readOpened = (search: string): string | null => new URLSearchParams(search).get(opened)

/** Opening and closing a drawer leaves its list as it is. */
export function shouldReloadList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameList = writeOpened(currentUrl) === writeOpened(nextUrl)
  return isSameList && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}
