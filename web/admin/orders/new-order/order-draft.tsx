import { useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import type { DraftContents } from '#contract/orders/order-drafts.ts'
import { ApiError } from '../../../api/client.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { draftKey } from '../../../session/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { orderDraftsPath } from '../../kit/list-href.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { type NewOrderLine, parseLines } from './new-order-lines.ts'
import { readProducts, type TypedDiscount } from './place-phone-order.ts'
import type { Sale } from './sale.ts'

/** Where this browser tab keeps what is typed of a new order. */
export const typedParts = {
  lines: 'new order items',
  address: 'new order address',
  note: 'new order note',
  discount: 'new order discount',
  sale: 'new order sale',
  /** the draft that is continued */
  draft: 'new order draft',
} as const

const readPart = (part: keyof typeof typedParts) => readStoredJson('sessionStorage', draftKey(typedParts[part]))
const storePart = (part: keyof typeof typedParts, value: unknown) => storeJson('sessionStorage', draftKey(typedParts[part]), value)

/** A draft that is continued, as it was when it was opened. */
interface DraftReference {
  readonly _id: string
  readonly version: number
}

/** Null for nothing, and for a stored value of another form. */
export function parseDraftReference(stored: unknown): DraftReference | null {
  const { _id, version } = (stored ?? {}) as Record<string, unknown>
  return typeof _id === 'string' && typeof version === 'number' ? { _id, version } : null
}

type Draft = CallReply<'GET /order/drafts/:id'> & { lines: readonly NewOrderLine[] }

interface TypedOrder {
  readonly lines: readonly NewOrderLine[]
  readonly address: DraftContents['address']
  readonly discount: TypedDiscount
  readonly sale: Sale
  readonly note: { readonly text: string; readonly isGift: boolean }
  readonly account: string | undefined
}

/** What a draft stores. */
function toDraftContents({ lines, address, discount, sale: { buyer, ...sale }, note, account }: TypedOrder): DraftContents {
  const products = lines.map(({ product, size, quantity }) => ({ product: product._id, size, quantity }))
  return { products, address, discount: { ...discount }, sale, buyer, note: { ...note }, ...(account !== undefined && { account }) }
}

/** A draft with its products as they are now; those that are no longer sold are left out. */
export async function readDraft(id: string): Promise<Draft> {
  const draft = await callSignedIn('GET /order/drafts/:id', { params: { id } })
  const named = draft.contents.products.map(({ product, ...line }) => ({ ...line, product: { _id: product } }))
  const products = await readProducts(named)
  const lines = named.map((line) => ({ ...line, product: products.get(line.product._id) })).filter(({ product }) => product !== undefined)
  return { ...draft, lines: parseLines(lines) }
}

/** Whether this is the draft that is typed in this tab. */
export const isContinued = (id: string): boolean => parseDraftReference(readPart('draft'))?._id === id

export const hasTypedOrder = (): boolean => parseLines(readPart('lines')).length > 0

/** Puts a draft in the place of what is typed in this tab. */
export function continueDraft({ _id, version, lines, contents }: Draft): void {
  storePart('lines', lines)
  storePart('address', contents.address)
  storePart('note', contents.note)
  storePart('discount', contents.discount)
  storePart('sale', { ...contents.sale, buyer: contents.buyer })
  storePart('draft', { _id, version })
}

interface SaveDraftProps {
  /** the draft that is continued; null for a new one */
  replaces: DraftReference | null
  isEmpty: boolean
  getTyped: () => TypedOrder
  onSaved: () => void
  /** the continued draft was deleted, or its order placed */
  onGone: () => void
}

/** Saves what is typed as a draft, and shows the drafts. */
export function SaveDraft({ replaces, isEmpty, getTyped, onSaved, onGone }: SaveDraftProps) {
  const navigate = useNavigate()
  const { busy, message, run } = useAction()
  const save = async () => {
    const contents = toDraftContents(getTyped())
    try {
      return await callSignedIn('POST /order/drafts', { body: { contents, ...(replaces && { replaces }) } })
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'order_draft_gone') onGone()
      throw failure
    }
  }
  const showDrafts = () => {
    onSaved()
    navigate(orderDraftsPath)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button type="button" disabled={busy || isEmpty} onClick={() => run(save, showDrafts)}>
        {replaces ? 'Save the draft' : 'Save as a draft'}
      </Button>
      <p className="text-sm text-soft">A draft holds no stock.</p>
      <StatusMessage message={message} />
    </div>
  )
}
