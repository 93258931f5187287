import { redirect } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { describeError } from './use-resource.ts'

/** Loads what a screen shows; a failure is returned as text. Redirects and an ended session (401) are thrown. */
export async function loadOnce<List>(
  load: () => Promise<List>,
): Promise<{ list: List; error: undefined } | { list: undefined; error: string }> {
  try {
    return { list: await load(), error: undefined }
  } catch (error) {
    if (error instanceof Response || (error instanceof ApiError && error.status === 401)) throw error
    return { list: undefined, error: describeError(error) }
  }
}

interface ListPage<List> {
  page: number
  search: URLSearchParams
  buildLastHref: (last: number, params: Record<string, string>) => string
  load: () => Promise<List>
}

/** Loads a page of a list like `loadOnce`. A page past the last redirects to the last, with its other search parameters. */
export const loadList = <List extends { totalPages?: number }>({ page, search, buildLastHref, load }: ListPage<List>) =>
  loadOnce(async () => {
    const list = await load()
    const last = Math.max(1, list.totalPages ?? 1)
    if (page > last) throw redirect(buildLastHref(last, Object.fromEntries(search)))
    return list
  })
