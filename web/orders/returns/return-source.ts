import type { CallInput, CallReply } from '#contract/contract.ts'
import { call } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { fetchFile } from '../../session/download-signed-in.ts'
import { sendForm } from '../shared/send-form.ts'

type Request = CallInput<'POST /order/:id/returns'>['body']

export type ChosenLine = Request['lines'][number]
export type ReturnKind = NonNullable<Request['kind']>
export type ReturnPreview = CallReply<'POST /order/:id/returns/preview'>

interface PictureKey {
  readonly returnId: string
  readonly pictureId: string
}

/** What only an administrator says, for a customer who has called. */
type CallerFields = Pick<CallInput<'POST /order/admin/:id/returns'>['body'], 'handover' | 'overruleReason'>

/** The calls about the returns of one order: of a signed-in shopper, or of the holder of its tracking link. */
export interface ReturnSource {
  preview(request: { kind: ReturnKind; lines: ChosenLine[]; isOverruled?: boolean }): Promise<ReturnPreview>
  ask(request: { body: Request & CallerFields; key: string }): Promise<{ message: string; return: { _id: string } }>
  withdraw(returnId: string): Promise<{ message: string }>
  /** the money instead of an exchange, as the page has shown it */
  takeMoney(request: { returnId: string; refund: number }): Promise<{ message: string }>
  addPicture(picture: { returnId: string; image: File; key: string }): Promise<{ message: string }>
  readPicture(key: PictureKey): Promise<Blob>
  deletePicture(key: PictureKey): Promise<{ message: string }>
}

export const createOrderSource = (id: string): ReturnSource => ({
  preview: (body) => callSignedIn('POST /order/:id/returns/preview', { params: { id }, body }),
  ask: ({ body, key }) => callSignedIn('POST /order/:id/returns', { params: { id }, headers: { 'idempotency-key': key }, body }),
  withdraw: (returnId) => callSignedIn('POST /order/:id/returns/:returnId/withdraw', { params: { id, returnId } }),
  addPicture: ({ returnId, image, key }) =>
    sendForm({ route: 'POST /order/:id/returns/:returnId/pictures', params: { id, returnId }, values: { image }, key }),
  readPicture: (key) => fetchFile({ route: 'GET /order/:id/returns/:returnId/pictures/:pictureId', input: { params: { id, ...key } } }),
  deletePicture: (key) => callSignedIn('DELETE /order/:id/returns/:returnId/pictures/:pictureId', { params: { id, ...key } }),
  takeMoney: ({ returnId, refund }) =>
    callSignedIn('POST /order/:id/returns/:returnId/refund', { params: { id, returnId }, body: { refund } }),
})

/** For a customer who has called. `token` is the one of the tracking link. */
export const createCallerSource = ({ orderId: id, token }: { orderId: string; token: string }): ReturnSource => ({
  ...createLinkSource(token),
  preview: (body) => callSignedIn('POST /order/admin/:id/returns/preview', { params: { id }, body }),
  ask: ({ body, key }) => callSignedIn('POST /order/admin/:id/returns', { params: { id }, headers: { 'idempotency-key': key }, body }),
})

export const createLinkSource = (token: string): ReturnSource => ({
  preview: (body) => call('POST /order/returns/preview', { body: { token, ...body } }),
  ask: ({ body, key }) => call('POST /order/returns', { headers: { 'idempotency-key': key }, body: { token, ...body } }),
  withdraw: (returnId) => call('POST /order/returns/withdraw', { body: { token, returnId } }),
  addPicture: ({ returnId, image, key }) =>
    sendForm({
      route: 'POST /order/returns/pictures',
      headers: { 'tracking-token': token, 'return-id': returnId },
      values: { image },
      key,
    }),
  readPicture: (key) => fetchFile({ route: 'POST /order/returns/pictures/find', input: { body: { token, ...key } } }),
  deletePicture: (key) => call('POST /order/returns/pictures/delete', { body: { token, ...key } }),
  takeMoney: (body) => call('POST /order/returns/refund', { body: { token, ...body } }),
})
