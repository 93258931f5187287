import type { Generated, GeneratedAlways } from 'kysely'
import type { ConsentPurpose, DataRequestKind } from '#contract/accounts/privacy.ts'
import type { Right, StaffSetKey } from '#contract/kernel/rights.ts'

/** The tables of accounts and signing in. */
export interface UserTables {
  users: {
    id: Generated<string>
    name: string
    name_key: string
    pin_hash: string
    role: Generated<'user' | 'admin'>
    created_at: Generated<Date>
    failed_attempts: Generated<number>
    next_attempt_at: Date | null
    notifications_read_at: Generated<Date>
    has_weak_pin: boolean | null
    name_skeleton: string | null
    name_keys: string[] | null
    deletion_due_at: Date | null
    verified_email: string | null
    asks_email_code: Generated<boolean>
    cart_reminded_at: Date | null
    /** the rights of an administrator; null: a shopper */
    staff_set: StaffSetKey | null
    /** an administrator who may not sign in any more */
    disabled_at: Date | null
  }
  staff_sets: {
    key: StaffSetKey
    title: string
    rights: Right[]
    /** whether phone numbers of shoppers are masked but on what is printed for the parcel */
    masks_phones: Generated<boolean>
    needs_second_factor: Generated<boolean>
    version: Generated<number>
  }
  api_keys: {
    id: Generated<string>
    name: string
    key_hash: Buffer
    /** its last characters */
    key_end: string
    rights: Right[]
    created_by: string | null
    creator_name: string
    created_at: Generated<Date>
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  staff_invitations: {
    id: Generated<string>
    token_hash: Buffer
    staff_set: StaffSetKey
    /** null: the link is given by hand */
    email: string | null
    created_by: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  retired_names: { skeleton_hash: Buffer; retired_at: Generated<Date> }
  consents: {
    id: GeneratedAlways<number>
    user_id: string | null
    purpose: ConsentPurpose
    given: boolean
    text_version: string
    source: 'account page' | 'order'
    decided_at: Generated<Date>
  }
  data_requests: {
    id: Generated<string>
    kind: DataRequestKind
    user_id: string | null
    name: string | null
    email: string | null
    phone: string | null
    order_number: string | null
    details: string | null
    entered_by: string | null
    requested_at: Generated<Date>
    due_at: Date
    closed_at: Date | null
    closed_by: string | null
    /** how it was answered; null while it is open */
    note: string | null
  }
  sessions: {
    id: Generated<string>
    token_hash: Buffer
    user_id: string
    created_at: Generated<Date>
    expires_at: Date
    user_agent: Generated<string>
    time_zone: string | null
    last_seen_at: Generated<Date>
    with_second_factor: Generated<boolean>
    /** when its owner last entered the PIN */
    proven_at: Generated<Date>
  }
  account_links: {
    token_hash: Buffer
    user_id: string
    purpose: 'verify email' | 'reset pin'
    email: string
    expires_at: Date
    used_at: Date | null
  }
  login_codes: { user_id: string; device_hash: Buffer; id: Generated<string>; attempts: Generated<number>; created_at: Generated<Date> }
  second_factors: {
    user_id: string
    encrypted_secret: Buffer
    /** of the app that replaces the one in use, until its first code */
    next_encrypted_secret: Buffer | null
    confirmed_at: Date | null
    last_step: Generated<number>
  }
  recovery_codes: { user_id: string; code_hash: Buffer }
  known_devices: {
    token_hash: Buffer
    user_id: string
    failed_attempts: Generated<number>
    next_attempt_at: Date | null
    last_success_at: Generated<Date>
    ip_hash: Buffer | null
  }
}
