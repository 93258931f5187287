import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, optionalPriceText, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { courierKeys } from './couriers.ts'
import { remittanceFieldNames, remittanceLimits, severalCouriers } from './remittance-fields.ts'

/**
 * What a paid amount means for its order. `not due`: there is no cash to collect; `not delivered`: the order is not marked as
 * delivered. All but `matched` are open until an administrator has resolved them.
 */
export const remittanceOutcomes = ['matched', 'short', 'over', 'unknown', 'not due', 'not delivered'] as const
export type RemittanceOutcome = (typeof remittanceOutcomes)[number]

const checkedLine = z.object({
  line: z.int().describe('in the list, from 1'),
  trackingNumber: z.string(),
  amount: rupees.nullable().describe('null when it cannot be read'),
  number: z.string().nullable().describe('of the order'),
  courierName: z.string().nullable().describe('of the parcel; null when it is not known'),
  outcome: z
    .enum([...remittanceOutcomes, 'entered', 'refused'])
    .describe('`entered`: an earlier list had this line, or has paid its order; `refused`: the line cannot be read'),
  message: z.string(),
})
export type CheckedRemittanceLine = z.infer<typeof checkedLine>

const field = z.enum(remittanceFieldNames).nullable().describe('null: the column is not read')
const column = z.object({ name: z.string(), sample: z.string().describe('the first value of the column'), field })
export type RemittanceColumn = z.infer<typeof column>

const list = z.object({
  courier: z
    .enum([...courierKeys, severalCouriers], { error: 'Choose a courier.' })
    .describe('`several`: the payment is for parcels of several couriers'),
  text: z.string().max(remittanceLimits.characters, 'These are too many lines at once. Please paste fewer.'),
  columns: z
    .array(field)
    .max(remittanceLimits.columns)
    .optional()
    .describe('what each column is; by default they are read by their names, or by their order in a list without names'),
  utr: z
    .string()
    .trim()
    .max(remittanceLimits.utrLength, { error: 'The UTR is too long.', abort: true })
    .optional()
    .describe('of the payment on the bank account; the reference of lines without one'),
  bankAmount: optionalPriceText('Bank amount').optional().describe('rupees that arrived on the bank account, as typed'),
})
const checkedList = {
  enteredAt: z.iso.datetime().nullable().describe('when this list was entered; null when it is new'),
  columns: z.array(column),
  error: z.string().nullable().describe('why the columns cannot be read; there are no lines then'),
  sum: z.object({ lines: z.int(), amount: rupees }).describe('all lines whose amount can be read'),
  bankAmount: rupees.nullable(),
  lines: z.array(checkedLine),
}

const codOrder = z.object({
  _id: z.string(),
  number: z.string(),
  courierName: z.string().nullable().describe('null: the order has no shipment'),
  trackingNumber: z.string().nullable(),
  amount: rupees,
  deliveredAt: z.iso.datetime(),
  days: z.int().describe('since the delivery'),
  isMissing: z.boolean().describe('the courier should have paid by now'),
})
export type CodOrder = z.infer<typeof codOrder>

const openLine = z.object({
  _id: z.string(),
  orderId: z.string().nullable(),
  number: z.string().nullable(),
  courierName: z.string(),
  trackingNumber: z.string(),
  amount: rupees,
  reference: z.string().nullable(),
  paidOn: z.iso.date().nullable(),
  message: z.string(),
})
export type OpenCodLine = z.infer<typeof openLine>

const sum = z.object({ orders: z.int(), amount: rupees })

const enteredList = z.object({
  _id: z.string(),
  courierName: z.string(),
  enteredAt: z.iso.datetime(),
  enteredBy: z.string().nullable(),
  lines: z.int(),
  amount: rupees,
  bankAmount: rupees.nullable().describe('what arrived on the bank account'),
  utr: z.string().nullable(),
  resolvedLines: z.int().describe('lines that an administrator has resolved'),
  version: z.int(),
  undoneAt: z.iso.datetime().nullable(),
  undoneBy: z.string().nullable(),
})
export type EnteredRemittance = z.infer<typeof enteredList>

const resolution = z.object({ note: requiredText('Note', maxLengths.resolutionNote) })

export const remittancesCalls = defineCalls({
  checkRemittance: {
    route: 'POST /remittances/check',
    right: 'money',
    changes: 'nothing',
    summary: 'Compare what a courier has paid with its orders: tracking number, amount, reference and date of each line',
    body: list,
    reply: { 200: z.object(checkedList) },
  },

  recordRemittance: {
    route: 'POST /remittances',
    right: 'money',
    changes: 'nothing',
    summary: 'Record what a courier has paid, without lines that cannot be read; a repeated list is recorded once',
    body: list,
    reply: { 200: z.object({ message: z.string(), ...checkedList }) },
  },

  getCodPayments: {
    route: 'GET /remittances',
    right: 'money',
    summary: 'Cash that is with couriers, payments that do not match, and the last lists',
    query: pageQuery.extend({
      limit: chosenRows,
      courier: z
        .enum([...courierKeys, 'none'])
        .optional()
        .describe('`none`: orders without a shipment'),
    }),
    reply: {
      200: z.object({
        couriers: z.array(
          z.object({
            courier: z.enum([...courierKeys, 'none']),
            courierName: z.string(),
            ...sum.shape,
            oldestDays: z.int(),
            missing: sum,
          }),
        ),
        orders: z.array(codOrder).describe('the oldest delivery first'),
        ...paged,
        openLines: z.array(openLine),
        resolvedLines: z
          .array(openLine.extend({ note: z.string(), resolvedBy: z.string().nullable(), resolvedAt: z.iso.datetime() }))
          .describe('those that were resolved last'),
        openTotal: z.int().describe('payments that do not match; `openLines` has the oldest'),
        lists: z.array(enteredList).describe('those that were entered last'),
      }),
    },
  },

  undoRemittance: {
    route: 'POST /remittances/:id/undo',
    right: 'money',
    changes: 'nothing',
    summary: 'Take back a list that was entered; it can be entered again afterwards',
    params: byId,
    body: z.object({ version: rowVersion.describe('of the list as the administrator saw it; 409 when it has changed since') }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  resolveCodLine: {
    route: 'POST /remittances/lines/:id/resolve',
    right: 'money',
    changes: 'nothing',
    summary: 'Take a payment that does not match off the list',
    params: byId,
    body: resolution,
    reply: { 200: z.object({ message: z.string() }) },
  },

  resolveCodOrder: {
    route: 'POST /remittances/orders/:id/resolve',
    right: 'money',
    changes: 'nothing',
    summary: 'Do not expect the cash of an order from the courier any more',
    params: byId,
    body: resolution,
    reply: { 200: z.object({ message: z.string() }) },
  },
})
