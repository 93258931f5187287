import { useNavigate } from 'react-router'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { orderDraftsPath } from '../../kit/list-href.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { type DraftReference, type TypedOrder, toDraftContents } from './order-draft.ts'

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
