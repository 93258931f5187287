import { paging } from '#contract/business.ts'
import type { Order } from '#contract/orders.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, fetchWithRetry, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'

export interface OrderPage {
  readonly orders: readonly Order[]
  readonly page: number
  readonly pages: number
  /** why there is nothing to see */
  readonly problem: string | undefined
}

/** What went wrong is said where the list would be (spec §8); only a session that is over is the area's business. */
async function catchLoadError(page: number, load: () => Promise<OrderPage>): Promise<OrderPage> {
  try {
    return await load()
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) throw problem
    if (!(problem instanceof ApiError || problem instanceof NetworkError)) throw problem
    return { orders: [], page, pages: 1, problem: problem instanceof NetworkError ? problem.message : screenTexts.fetchFailed }
  }
}

/** Cash-on-delivery orders: the server cuts the pages. A page past the last says so with its number and no orders. */
export function loadCodOrders(page: number): Promise<OrderPage> {
  return catchLoadError(page, async () => {
    const { codorder, total } = await fetchWithRetry((options) => callSignedIn('getCodOrders', { query: { page } }, options))
    return { orders: codorder, page, pages: Math.max(1, Math.ceil(total / paging.codOrdersPerPage)), problem: undefined }
  })
}

/** Card orders come all at once and are sliced here. The page count matches the slices, so that every order can be reached. */
export function loadCardOrders(page: number): Promise<OrderPage> {
  return catchLoadError(page, async () => {
    const { orders } = await fetchWithRetry((options) => callSignedIn('getCardOrders', {}, options))
    const from = (page - 1) * paging.cardOrdersPerPage
    const pages = Math.max(1, Math.ceil(orders.length / paging.cardOrdersPerPage))
    return { orders: orders.slice(from, from + paging.cardOrdersPerPage), page, pages, problem: undefined }
  })
}
