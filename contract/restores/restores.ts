import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, requiredLine } from '../kernel/field-schemas.ts'

const transfer = z.object({
  _id: z.string(),
  kind: z.enum(['refund to pay', 'open return']),
  number: z.string().describe('of the return'),
  order: z.object({ _id: z.string(), number: z.string() }),
  name: z.string(),
  phone: z.string(),
  amount: rupees.describe('of an open return: what it would pay back'),
})
export type OpenTransfer = z.infer<typeof transfer>

const openRestore = z.object({
  cause: z.enum(['backup', 'older database']).describe('older database: the folder of data knows more than the database'),
  madeAt: z.iso.datetime().describe('what happened later is not in the database'),
  foundAt: z.iso.datetime(),
  comparedAt: z.iso.datetime().nullable().describe("when the payment providers' refunds were compared"),
  transfers: z.array(transfer).describe('money that may have been transferred since, until it is answered'),
  gaps: z.array(z.object({ first: z.string(), last: z.string() })).describe('numbers of documents that are not given'),
  parcels: z.int().describe('confirmed and packed orders, which may have left since'),
})
export type OpenRestore = z.infer<typeof openRestore>

const foundRefund = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), number: z.string() }),
  amount: rupees,
  openReturn: z.string().nullable().describe('the number of the return that asks what this refund was; null: the list of payments asks'),
  foundAt: z.iso.datetime(),
})
export type RestoredRefund = z.infer<typeof foundRefund>

const afterRestore = z.object({
  restore: openRestore.nullable().describe('null: money is not held'),
  foundRefunds: z.array(foundRefund).describe('refunds that were found at the provider, until somebody says what they were'),
})

export const restoresCalls = defineCalls({
  getRestore: {
    route: 'GET /restores/open',
    right: 'money',
    summary: 'What is to be answered after a backup was restored; money is held until then',
    reply: { 200: afterRestore },
  },

  answerTransfer: {
    route: 'POST /restores/transfers/:id',
    right: 'money',
    changes: 'nothing',
    summary: 'Say whether money was transferred after the backup that was restored. Needs the PIN again',
    params: byId,
    body: z.discriminatedUnion('answer', [
      z.object({ answer: z.literal('paid'), reference: requiredLine('Reference', 40).describe('of the transfer, as the bank names it') }),
      z.object({ answer: z.literal('not paid') }),
    ]),
    reply: { 200: afterRestore.extend({ message: z.string() }) },
  },
})
