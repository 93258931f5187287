import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'

/** Where the shop delivers, and who and where may pay on delivery. */
export interface DeliveryTables {
  delivery_rules: {
    id: Generated<string>
    /** 0 to 6 digits of a PIN code; empty: the rest of India */
    prefix: string
    deliver: boolean
    cod: 'yes' | 'advance' | 'no'
    /** null unless `cod` is `advance` */
    advance_paise: Paise | null
    /** from the order; null: as the policies say */
    days_from: number | null
    days_to: number | null
    /** for shipping; null: as the policies say */
    charge_paise: Generated<Paise | null>
    /** for administrators */
    reason: Generated<string>
    version: Generated<number>
    changed_at: Generated<Date>
    changed_by: string | null
  }
  delivery_rule_events: {
    id: GeneratedAlways<number>
    event: 'added' | 'changed' | 'deleted' | 'imported'
    /** null: an imported file */
    prefix: string | null
    change: JSONColumnType<Record<string, unknown>>
    happened_at: Generated<Date>
    actor_id: string | null
  }
  cod_persons: {
    /** the keyed hash of a phone or an account */
    person_key: Buffer
    cod: 'advance' | 'no'
    advance_paise: Paise | null
    reason: string
    set_at: Generated<Date>
    set_by: string | null
    /** the event that has set it */
    version: Generated<number>
  }
  cod_person_events: {
    id: GeneratedAlways<number>
    person_keys: Buffer[]
    event: 'limited' | 'changed' | 'allowed'
    change: JSONColumnType<Record<string, unknown>>
    happened_at: Generated<Date>
    actor_id: string | null
  }
}
