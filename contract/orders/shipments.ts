import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, fileNotes, pastedText, rowVersion } from '../kernel/field-schemas.ts'
import { uploadedTable } from '../kernel/table-file.ts'
import { courierKeys } from '../shipping/couriers.ts'
import { shipmentInput } from '../shipping/shipment.ts'
import { adminOrderReply } from './admin-orders.ts'

/** Lines of one paste. */
export const maxShipmentLines = 1_000
/** Lines of one call that enters them: each is a transaction of its own. */
export const maxEnteredLines = 50

/** What happens, or has happened, to a pasted line. */
export const lineOutcomes = ['ready', 'entered', 'unchanged', 'refused'] as const

const lineResult = z.object({ line: z.int().describe('in the paste, from 1'), outcome: z.enum(lineOutcomes), message: z.string() })
export type LineResult = z.infer<typeof lineResult>

const entry = z.object({
  line: z.int(),
  number: z.string().describe('of the order'),
  courier: z.enum(courierKeys),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
})

const checkedLine = lineResult.extend({
  number: z.string().describe('of the order, as it was pasted'),
  courier: z.string(),
  trackingNumber: z.string(),
  entry: entry.nullable().describe('to be sent to enter the line; null for a refused one'),
})
export type CheckedLine = z.infer<typeof checkedLine>

const enteredLine = shipmentInput.extend({ line: z.int().min(1), number: z.string().max(maxLengths.orderNumber) })

export const shipmentsCalls = defineCalls({
  saveShipment: {
    route: 'POST /order/admin/:id/shipment',
    right: 'orders',
    changes: 'nothing',
    summary: 'Set courier, tracking number and link of an order that is packed or has left',
    params: byId,
    body: shipmentInput.extend({
      version: rowVersion,
      ship: z.boolean().default(false).describe('marks a packed order as shipped as well'),
    }),
    reply: adminOrderReply,
  },

  removeShipment: {
    route: 'POST /order/admin/:id/shipment/remove',
    right: 'orders',
    changes: 'nothing',
    summary: 'Remove courier, tracking number and link of an order',
    params: byId,
    body: z.object({ version: rowVersion }),
    reply: adminOrderReply,
  },

  readTableFile: {
    route: 'POST /shipments/read-file',
    right: 'orders',
    changes: 'nothing',
    summary:
      'The text of a CSV or Excel file, or of a zip file with one CSV file, for the check of tracking numbers or payments (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: z.object({ text: z.string(), notes: fileNotes }) },
  },

  checkShipments: {
    route: 'POST /shipments/check',
    right: 'orders',
    changes: 'nothing',
    summary:
      'Say what pasted lines would do: order number, courier, tracking number and link, separated by commas, semicolons or tabs, or the columns that a first line names',
    body: z.object({
      text: pastedText,
      courier: z.enum(courierKeys).optional().describe('of lines that name none, as in the files of couriers'),
      ship: z.boolean().describe('packed orders would be marked as shipped'),
    }),
    reply: { 200: z.object({ lines: z.array(checkedLine) }) },
  },

  enterShipments: {
    route: 'POST /shipments',
    right: 'orders',
    changes: 'nothing',
    summary: 'Enter checked lines, each for itself; a repeated line changes nothing',
    body: z.object({ lines: z.array(enteredLine).min(1).max(maxEnteredLines), ship: z.boolean() }),
    reply: { 200: z.object({ results: z.array(lineResult) }) },
  },
})
