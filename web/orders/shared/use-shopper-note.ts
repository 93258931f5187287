import { maxLengths } from '#contract/kernel/business.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { useDraft } from '../../session/drafts.ts'

interface Draft {
  readonly text: string
  readonly isGift: boolean
}

function parseDraft(stored: unknown): Draft {
  const { text, isGift } = (stored ?? {}) as Record<string, unknown>
  return { text: typeof text === 'string' ? text.slice(0, maxLengths.shopperNote) : '', isGift: isGift === true }
}

export interface ShopperNoteState {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** What is said about an order before it is placed. It survives reloads, a new sign-in and another payment method. */
export function useShopperNote(name = 'shopper note'): ShopperNoteState & { readonly note: ShopperNote; readonly clear: () => void } {
  const [draft, onChange] = useDraft(name, parseDraft)
  const text = draft.text.trim()
  return {
    draft,
    onChange,
    note: { ...(text !== '' && { note: text }), ...(draft.isGift && { isGift: true }) },
    clear: () => onChange({ text: '', isGift: false }),
  }
}
