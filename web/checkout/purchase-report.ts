import { type ReportRecipients, reportRecipients } from '#contract/settings/purchase-report.ts'
import { readStoredJson, storeJson } from '../api/stored-json.ts'
import { draftKey } from '../session/drafts.ts'

export const purchaseReportDraft = 'purchase report'

/** Whom the shopper has agreed to; anything else is no consent. */
export const parseAgreed = (stored: unknown): ReportRecipients | undefined => reportRecipients.find((each) => each === stored)

/** The consent of the box, as a part of the request that orders. Empty without it. */
export function readPurchaseReport(): { purchaseReport?: ReportRecipients } {
  const agreed = parseAgreed(readStoredJson('sessionStorage', draftKey(purchaseReportDraft)))
  return agreed ? { purchaseReport: agreed } : {}
}

/** After an order: the next one asks again. */
export const clearPurchaseReport = (): void => {
  storeJson('sessionStorage', draftKey(purchaseReportDraft), undefined)
}
