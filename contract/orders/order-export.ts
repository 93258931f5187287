import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { adminOrdersCalls } from './admin-orders.ts'
import { deskViews } from './order-desk.ts'

/** What a row of the file is. */
export const exportRows = ['items', 'orders'] as const
export type ExportRows = (typeof exportRows)[number]

export const orderExportCalls = defineCalls({
  exportOrders: {
    route: 'GET /order/admin/export',
    right: 'exports',
    summary: 'The orders of a filter with their addresses as CSV, in the order of the list',
    query: adminOrdersCalls.getAdminOrders.query.omit({ page: true }).extend({
      view: z.enum(deskViews).optional().describe('of the order desk; only q is read beside it'),
      rows: z.enum(exportRows).default('items').describe('items: a row for each line, with the amounts of the order in its first row'),
    }),
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },
})
