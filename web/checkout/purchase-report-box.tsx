import { useId } from 'react'
import { recipientNames } from '#contract/settings/purchase-report.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { useDraft } from '../session/drafts.ts'
import { parseAgreed, purchaseReportDraft } from './purchase-report.ts'

/**
 * Asks whether advertising companies may be told about the purchase, when the shop reports purchases. Never ticked at first. The text changes
 * together with `purchaseReportTextVersion`.
 */
export function PurchaseReportBox() {
  const id = useId()
  const { purchaseReports: asked } = useStoreConfig()
  const [agreed, setAgreed] = useDraft(purchaseReportDraft, parseAgreed)
  if (!asked) return null
  const isPlural = asked === 'both'
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={agreed === asked}
          aria-describedby={id}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked ? asked : undefined)}
          className="size-5 shrink-0 accent-madder"
        />
        {`Tell ${recipientNames[asked]} about this purchase (optional)`}
      </label>
      <p id={id} className="text-sm text-soft">
        {`So we see which advertisement led to it. ${isPlural ? 'They get' : `${asked === 'meta' ? 'Meta' : 'Google'} gets`} the amount, the time and the advertisement you came from${
          asked === 'google'
            ? ''
            : '; Meta also the items, your browser, and your email and phone number as hashes, to find your account there'
        }. You can order without it.`}
      </p>
    </div>
  )
}
