import { sql } from 'kysely'
import { type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { selectRule } from '../../delivery-rules/find-rule.ts'
import { AppError } from '../../kernel/errors.ts'
import { normalizePhone } from '../order/tracking.ts'
import { hasPhoneReceived, isProvenPerson } from './known-source.ts'
import { createSourceHash } from './order-source.ts'

/** Whether an order is delivered, and whether it may be paid on delivery: in full, after an advance is paid online, or not at all. */
export type CodTerms = { readonly deliver: boolean } & (
  | { readonly cod: 'yes' | 'no' }
  | { readonly cod: 'advance'; readonly advance: Paise }
)

interface TermsQuery {
  readonly trx: Database | Transaction
  /** hashes the person */
  readonly trackingKey: Buffer
  readonly pin: string
  readonly phone: string
  /** the account of a shopper; missing for a guest */
  readonly userId?: string | null | undefined
  readonly toPay: Paise
  readonly settings: Pick<ShopSettings['orders'], 'codOffered' | 'codMinRupees' | 'codMaxRupees'>
}

/** The keys of the rows of `cod_persons` that are about a person. */
export function listCodPersonKeys({
  trackingKey,
  phones,
  userId,
}: {
  trackingKey: Buffer
  phones: readonly string[]
  userId?: string | null | undefined
}): Buffer[] {
  const hashSource = createSourceHash({ trackingKey })
  const keys = phones.map((phone) => hashSource('phone', normalizePhone(phone)))
  return userId ? [...keys, hashSource('account', userId)] : keys
}

interface FoundTerms {
  readonly deliver: boolean | null
  readonly cod: 'yes' | 'advance' | 'no' | null
  readonly advance: Paise | null
  readonly person: 'advance' | 'no' | null
  readonly personAdvance: Paise | null
}

/**
 * What the owner's settings, the rule of the PIN code and what is set for the person say together: the strictest counts, and of two
 * advances the larger. An order that is not larger than its advance is paid online. Locks nothing; one query.
 */
export async function findCodTerms({ trx, trackingKey, pin, phone, userId, toPay, settings }: TermsQuery): Promise<CodTerms> {
  const { rows } = await sql<FoundTerms>`
    select rule.deliver, rule.cod, rule.advance_paise as advance, person.cod as person, person.advance_paise as "personAdvance"
    from (values (true)) as one left join ${selectRule(pin)} as rule on true
    left join (
      select cod, advance_paise from cod_persons where person_key = any(${listCodPersonKeys({ trackingKey, phones: [phone], userId })})
      order by cod desc, advance_paise desc limit 1
    ) as person on true
  `.execute(trx)
  const [found] = rows
  const deliver = found?.deliver ?? true
  const { codOffered, codMinRupees, codMaxRupees } = settings
  const isInRange = toPay >= toPaise(codMinRupees) && (codMaxRupees === 0 || toPay <= toPaise(codMaxRupees))
  if (codOffered === 'off' || !isInRange || found?.cod === 'no' || found?.person === 'no') return { deliver, cod: 'no' }
  const advance = paise(Math.max(found?.advance ?? 0, found?.personAdvance ?? 0))
  if (advance === 0) return { deliver, cod: 'yes' }
  return advance < toPay ? { deliver, cod: 'advance', advance } : { deliver, cod: 'no' }
}

/**
 * Refuses an order that would be paid on delivery in full.
 * @throws AppError 409 when nothing is delivered to its PIN code.
 * @throws AppError 409 when cash is not taken; the same answer for every reason. It has the advance with which cash is taken, if any.
 */
export async function requireCod(query: TermsQuery): Promise<void> {
  const terms = await findCodTerms(query)
  if (!terms.deliver) throw new AppError('not_delivered')
  if (terms.cod !== 'yes') throw new AppError('cod_not_offered', { advance: readAdvance(terms) })
}

/** Rupees, for a refusal to name; undefined where no advance is asked for. */
export function readAdvance(terms: CodTerms): number | undefined {
  return terms.cod === 'advance' ? toRupees(terms.advance) : undefined
}

/** Whether the person has received an order, or has paid for one. The phone is the one of an index. */
export async function hasReceivedOrder({ trx, phone, userId }: Pick<TermsQuery, 'trx' | 'phone' | 'userId'>): Promise<boolean> {
  const { rows } = await sql<{ hasReceived: boolean }>`
    select ${hasPhoneReceived(phone)} or ${isProvenPerson({ userId: userId ?? undefined, device: undefined })} as "hasReceived"
  `.execute(trx)
  return rows[0]?.hasReceived ?? false
}
