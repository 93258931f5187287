import type { Generated, GeneratedAlways } from 'kysely'
import type { TicketKind, TicketState } from '#contract/contact/ticket-kinds.ts'

/** Messages to the shop and requests about data. */
export interface TicketTables {
  tickets: {
    id: Generated<string>
    number: Generated<number>
    kind: TicketKind
    state: Generated<TicketState>
    /** of kind `data` only */
    data_request_id: string | null
    /** the order with the number that was typed */
    order_id: string | null
    order_number: Generated<string>
    user_id: string | null
    /** empty: unknown, or that of the account */
    name: Generated<string>
    email: Generated<string>
    phone: Generated<string>
    /** empty: a request of the account page */
    message: Generated<string>
    created_at: Generated<Date>
    acknowledge_by: Date
    due_at: Date
    acknowledged_at: Date | null
    acknowledged_by: string | null
    settled_at: Date | null
    settled_by: string | null
    version: Generated<number>
    /** of the links in its mails */
    link_revision: Generated<number>
    next_due_at: GeneratedAlways<Date | null>
    search_text: GeneratedAlways<string>
  }
  ticket_replies: {
    id: GeneratedAlways<number>
    ticket_id: string
    by: 'shopper' | 'shop'
    text: string
    replied_at: Generated<Date>
    author_id: string | null
  }
}
