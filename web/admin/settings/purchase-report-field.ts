import { recipientNames } from '#contract/settings/purchase-report.ts'
import type { SettingField } from './setting-field.ts'

export const purchaseReportField: SettingField = {
  kind: 'choice',
  label: 'Purchases reported for advertisements',
  hint: 'Checkout then asks the shopper, who need not agree. Keys and files: Payment and courier.',
  choices: [['off', 'To nobody'], ...Object.entries(recipientNames).map(([value, name]) => [value, `To ${name}`] as const)],
}
