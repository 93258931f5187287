import type { Generated } from 'kysely'

/** What is known of restored backups. */
export interface RestoreTables {
  /** one row */
  data_marker: {
    id: Generated<boolean>
    shop: Generated<string>
    beat: Generated<number>
    beat_at: Generated<Date>
  }
  restores: {
    id: Generated<string>
    cause: 'backup' | 'older database'
    /** what happened later is not in the database */
    made_at: Date
    found_at: Generated<Date>
    /** when the provider's payments and refunds were compared */
    compared_at: Date | null
    ended_at: Date | null
  }
  /** money that may have been transferred since */
  restore_transfers: {
    id: Generated<string>
    restore_id: string
    payout_id: string | null
    return_id: string | null
    answer: 'paid' | 'not paid' | null
    /** of the transfer at the bank */
    reference: string | null
    answered_by: string | null
    answered_at: Date | null
  }
  /** numbers of documents that are not given */
  cancelled_numbers: {
    series: string
    year: string
    first_number: number
    last_number: number
    reason: string
    cancelled_at: Generated<Date>
  }
}
