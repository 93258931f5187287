import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { toRupees } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../../database/schema.ts'
import { findRule } from '../../delivery-rules/find-rule.ts'
import { findPinCode } from '../../pin-codes/pin-codes.ts'

interface PinQuery {
  readonly database: Database
  readonly pin: string
  readonly settings: ShopSettings['orders']
}

interface PinCodeQuery extends PinQuery {
  readonly policies: ShopSettings['policies']
}

/** What anybody may know about a PIN code: the place, and what the rules and the settings say, but nothing about a person. */
export async function answerPin({ database, pin, settings, policies }: PinCodeQuery): Promise<CallReply<'GET /pins/:pin'>> {
  const rule = await findRule({ database, pin })
  const deliver = rule?.deliver ?? true
  const cod = deliver && settings.codOffered === 'on' ? (rule?.cod ?? 'yes') : 'no'
  const { codMinRupees: codMin, codMaxRupees: codMax } = settings
  return {
    ...findPinCode(pin),
    deliver,
    cod,
    ...(cod === 'advance' && rule?.advance != null && { advance: toRupees(rule.advance) }),
    ...(cod !== 'no' && codMin > 0 && { codMin }),
    ...(cod !== 'no' && codMax > 0 && { codMax }),
    ...(policies.shippingByPin === 'on' && rule?.charge != null && { charge: toRupees(rule.charge) }),
    ...(rule?.from != null && rule.to !== null && { from: rule.from, to: rule.to }),
  }
}

/** Whether a rule or a setting for a person asks for an advance while the shop takes cash. */
export async function asksAdvance({ database, settings }: Omit<PinQuery, 'pin'>): Promise<boolean> {
  if (settings.codOffered === 'off') return false
  const { rows } = await sql<{ asks: boolean }>`
    select exists (select from delivery_rules where cod = 'advance') or exists (select from cod_persons where cod = 'advance') as asks
  `.execute(database)
  return rows[0]?.asks ?? false
}
