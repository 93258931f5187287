import { purchaseReportFields } from '../settings/purchase-report.ts'
import { shopperNoteFields } from './shopper-note.ts'
import { visitSourceFields } from './visit-source-fields.ts'

/** Optional fields of each call by which a shopper orders. */
export const placingFields = { ...shopperNoteFields, ...visitSourceFields, ...purchaseReportFields }
