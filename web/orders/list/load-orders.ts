import { redirect } from 'react-router'
import { paging } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { MyOrder, Order } from '#contract/orders/orders.ts'
import { ApiError, fetchWithRetry, NetworkError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { parsePage } from '../../ui/page-numbers.ts'

export const allOrdersPath = '/UserDashboard/allOrders'
export const cardOrdersPath = '/UserDashboard/myOrders'
export const codOrdersPath = '/UserDashboard/codOrders'
export type OrderListPath = typeof allOrdersPath | typeof cardOrdersPath | typeof codOrdersPath

export interface OrderPage {
  readonly orders: readonly (Order & Partial<MyOrder>)[]
  readonly page: number
  readonly pages: number
  /** why the orders could not be loaded */
  readonly error: string | undefined
}

export const buildOrderListHref = ({ path, page }: { path: OrderListPath; page: number }): string => (page > 1 ? `${path}/${page}` : path)

interface OrderListSource {
  path: OrderListPath
  pageSize: number
  /** `total` counts the orders of all pages */
  loadSlice: (page: number) => Promise<{ orders: readonly Order[]; total: number }>
}

/**
 * Returns a loader of one list's pages. A failure becomes a text (spec §8), except an ended session; a page past the last
 * redirects to the last (spec §5).
 */
function createPageLoader({ path, pageSize, loadSlice }: OrderListSource) {
  return async (pageParam: string | undefined): Promise<OrderPage> => {
    const page = parsePage(pageParam)
    try {
      const { orders, total } = await loadSlice(page)
      const pages = Math.max(1, Math.ceil(total / pageSize))
      if (page > pages) throw redirect(buildOrderListHref({ path, page: pages }))
      return { orders, page, pages, error: undefined }
    } catch (error) {
      if (error instanceof NetworkError) return { orders: [], page, pages: 1, error: error.message }
      if (!(error instanceof ApiError) || error.status === 401) throw error
      return { orders: [], page, pages: 1, error: screenTexts.fetchFailed }
    }
  }
}

/** Loads a page of the orders of all kinds, sliced by the server. */
export const loadAllOrders = createPageLoader({
  path: allOrdersPath,
  pageSize: paging.myOrdersPerPage,
  loadSlice: (page) => fetchWithRetry((options) => callSignedIn('GET /order/mine', { query: { page } }, options)),
})

/** Loads a page of the card orders, which the server returns all at once. */
export const loadCardOrders = createPageLoader({
  path: cardOrdersPath,
  pageSize: paging.cardOrdersPerPage,
  loadSlice: async (page) => {
    const { orders } = await fetchWithRetry((options) => callSignedIn('GET /order/getorder', {}, options))
    const end = page * paging.cardOrdersPerPage
    return { orders: orders.slice(end - paging.cardOrdersPerPage, end), total: orders.length }
  },
})

/** Loads a page of the cash-on-delivery orders, sliced by the server. */
export const loadCodOrders = createPageLoader({
  path: codOrdersPath,
  pageSize: paging.codOrdersPerPage,
  loadSlice: async (page) => {
    const { codorder, total } = await fetchWithRetry((options) => callSignedIn('GET /cod/codOrder', { query: { page } }, options))
    return { orders: codorder, total }
  },
})
