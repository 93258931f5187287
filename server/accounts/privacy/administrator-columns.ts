import type { Tables } from '../../database/schema.ts'

type Column<Table extends keyof Tables> = `${Table}.${string & keyof Tables[Table]}`
/** A column with a foreign key to `users`. */
export type UserColumn = { [Table in keyof Tables]: Column<Table> }[keyof Tables]

/** The columns that say which administrator has done something. They are emptied when the account is deleted, and not exported. */
export const administratorColumns = [
  'api_keys.created_by',
  'order_drafts.saved_by',
  'order_notes.author_id',
  'packing_claims.opened_by',
  'tickets.acknowledged_by',
  'tickets.settled_by',
  'ticket_replies.author_id',
  'staff_invitations.created_by',
  'data_requests.entered_by',
  'data_requests.closed_by',
  'refunds.requested_by',
  'refund_answers.answered_by',
  'restore_transfers.answered_by',
  'cash_refunds.recorded_by',
  'payouts.paid_by',
  'returns.settled_by',
  'resolved_discrepancies.resolved_by',
  'product_imports.created_by',
  'shop_exports.requested_by',
  'shop_imports.requested_by',
  'past_order_imports.imported_by',
  'archived_orders.archived_by',
  'offer_events.changed_by',
  'group_sales.started_by',
  'group_sales.ended_by',
  'settings.changed_by',
  'pages.changed_by',
  'page_versions.changed_by',
  'delivery_rules.changed_by',
  'delivery_rule_events.actor_id',
  'tax_rates.changed_by',
  'cod_persons.set_by',
  'cod_person_events.actor_id',
  'settings_history.changed_by',
  'courier_bookings.requested_by',
  'delivery_answers.actor_id',
  'cod_remittances.entered_by',
  'cod_remittances.undone_by',
  'cod_remittance_lines.resolved_by',
  'cod_resolutions.resolved_by',
] as const satisfies readonly UserColumn[]
