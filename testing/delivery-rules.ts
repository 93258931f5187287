import { type Insertable, sql } from 'kysely'
import { toPaise } from '#contract/kernel/money.ts'
import type { Tables } from '#server/database/schema.ts'
import { listCodPersonKeys } from '#server/orders/placing/cod-terms.ts'
import type { TestApp } from './test-app.ts'

type Rule = Pick<Insertable<Tables['delivery_rules']>, 'prefix'> & Partial<Insertable<Tables['delivery_rules']>>

/** Rules of PIN codes, and persons without cash on delivery or with an advance. */
export function createDeliveryRules({ database, trackingKey }: Pick<TestApp, 'database' | 'trackingKey'>) {
  const addRules = async (...rules: Rule[]) => {
    await sql`delete from delivery_rules`.execute(database)
    const rest = { deliver: true, cod: 'yes', advance_paise: null, days_from: null, days_to: null, changed_by: null } as const
    for (const rule of rules)
      await database
        .insertInto('delivery_rules')
        .values({ ...rest, ...rule })
        .execute()
  }

  const restrict = async ({ phone, userId, advance }: { phone: string; userId?: string; advance?: number }) => {
    for (const person_key of listCodPersonKeys({ trackingKey, phones: [phone], userId }))
      await database
        .insertInto('cod_persons')
        .values({
          person_key,
          cod: advance === undefined ? 'no' : 'advance',
          advance_paise: advance === undefined ? null : toPaise(advance),
          reason: 'Refused twice',
          set_by: null,
        })
        .execute()
  }
  return { addRules, restrict }
}
