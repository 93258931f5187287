import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { codNotOffered, notDelivered } from '../kernel/texts/screen-texts.ts'

/** Errors of delivery rules. */
export const deliveryErrors = {
  delivery_rule_exists: { status: 409, text: 'There is a rule for these digits already. Change that one.' },
  delivery_rule_changed: { status: 409, text: 'Someone else has changed or deleted this rule. Please review it and try again.' },
  delivery_rules_changed: { status: 409, text: 'The rules have changed since the file was checked. Please choose it again.' },
  delivery_rules_full: { status: 409, text: 'A shop can have 50,000 rules of PIN codes. Please delete some first.' },
  cod_not_offered: { status: 409, text: codNotOffered },
  not_delivered: { status: 409, text: notDelivered },
} as const satisfies ErrorTable
