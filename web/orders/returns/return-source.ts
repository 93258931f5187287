import type { CallInput, CallReply } from '#contract/contract.ts'
import { call } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'

type Request = CallInput<'POST /order/:id/returns'>['body']

export type ChosenLine = Request['lines'][number]
export type ReturnPreview = CallReply<'POST /order/:id/returns/preview'>

/** The calls about the returns of one order: of a signed-in shopper, or of the holder of its tracking link. */
export interface ReturnSource {
  preview(lines: ChosenLine[]): Promise<ReturnPreview>
  ask(request: { body: Request; key: string }): Promise<{ message: string }>
  withdraw(returnId: string): Promise<{ message: string }>
}

export const createOrderSource = (id: string): ReturnSource => ({
  preview: (lines) => callSignedIn('POST /order/:id/returns/preview', { params: { id }, body: { lines } }),
  ask: ({ body, key }) => callSignedIn('POST /order/:id/returns', { params: { id }, headers: { 'idempotency-key': key }, body }),
  withdraw: (returnId) => callSignedIn('POST /order/:id/returns/:returnId/withdraw', { params: { id, returnId } }),
})

export const createLinkSource = (token: string): ReturnSource => ({
  preview: (lines) => call('POST /order/returns/preview', { body: { token, lines } }),
  ask: ({ body, key }) => call('POST /order/returns', { headers: { 'idempotency-key': key }, body: { token, ...body } }),
  withdraw: (returnId) => call('POST /order/returns/withdraw', { body: { token, returnId } }),
})
