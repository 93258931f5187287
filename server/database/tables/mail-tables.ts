import type { Generated } from 'kysely'

/** The tables of the limits of mails. */
export interface MailTables {
  limited_mails: {
    mail_id: string
    recipient: string
    is_sent: boolean
    handled_at: Generated<Date>
    source_keys: Generated<Buffer[]>
    range_key: Buffer | null
  }
}
