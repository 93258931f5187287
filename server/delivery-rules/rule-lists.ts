import { sql } from 'kysely'
import { deliveryLimits, restOfIndia } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRuleEvent, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { normalizePinPrefix } from '#contract/kernel/typed-numbers.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import { countRows } from '../database/count-rows.ts'
import { type ListQuery, limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { presentRule, selectRules, toValues } from './change-rule.ts'
import { describeRule } from './describe-rule.ts'

/** One page of the rules by their digits. A PIN code finds the rules that begin with it, and those that it begins with. */
export async function listRules({ database, page, limit: perPage = deliveryLimits.perPage, q = '' }: ListQuery) {
  const digits = normalizePinPrefix(q)
  const isFound = sql<boolean>`(starts_with(prefix, ${digits}) or starts_with(${digits}, prefix))`
  const matching = selectRules(database).$if(digits !== '', (query) => query.where(isFound))
  const counted = database.selectFrom('delivery_rules').$if(digits !== '', (query) => query.where(isFound))
  const [rows, total] = await Promise.all([matching.orderBy('prefix').$call(limitToPage({ page, perPage })).execute(), countRows(counted)])
  return { rules: rows.map(presentRule), ...presentPage({ page, perPage, total, minPages: 1 }) }
}

/** What is stored with an event. */
interface RuleChange {
  readonly before?: DeliveryRuleValues | null
  readonly after?: DeliveryRuleValues | null
  readonly new?: number
  readonly changed?: number
  readonly deleted?: number
}

function describeChange(prefix: string | null, { before, after, ...counts }: RuleChange): string {
  if (prefix === null) {
    const parts = [
      [counts.new ?? 0, 'new'],
      [counts.changed ?? 0, 'changed'],
      ...(counts.deleted ? [[counts.deleted, 'deleted'] as const] : []),
    ] as const
    return parts.map(([count, name]) => `${count.toLocaleString('en-IN')} ${name}`).join(', ')
  }
  const values = [before, after].flatMap((rule) => (rule ? [describeRule(rule)] : []))
  return `${(after ?? before)?.prefix || restOfIndia}: ${values.join(' → ')}`
}

/** The last changes of the rules, newest first. */
export async function listRuleEvents({ database }: { database: Database }): Promise<DeliveryRuleEvent[]> {
  const rows = await database
    .selectFrom('delivery_rule_events')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['delivery_rule_events.id', 'event', 'prefix', 'change', 'happened_at', 'users.name as by'])
    .orderBy('delivery_rule_events.id', 'desc')
    .limit(deliveryLimits.shownEvents)
    .execute()
  return rows.map(({ id, event, prefix, change, happened_at, by }) => ({
    _id: String(id),
    event,
    text: describeChange(prefix, change as RuleChange),
    happenedAt: happened_at.toISOString(),
    by,
  }))
}

const rowsPerPart = 5_000

export const ruleColumns = ['PIN code', 'Delivery', 'COD', 'Advance', 'Days from', 'Days to', 'Shipping', 'Reason'] as const

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

/** All rules in parts, in the order of their digits. */
export async function* exportRules({ database }: { database: Database }): AsyncGenerator<CsvCell[][]> {
  for (let last: string | undefined; ; ) {
    const after = last
    const rows = await database
      .selectFrom('delivery_rules')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('prefix', '>', after ?? ''))
      .orderBy('prefix')
      .limit(rowsPerPart)
      .execute()
    yield rows.map(toValues).map((rule): CsvCell[] => {
      const { prefix, deliver, cod, advance, from, to, charge, reason } = rule
      return [prefix || restOfIndia, yesOrNo(deliver), cod, advance, from, to, charge, reason]
    })
    last = rows.at(-1)?.prefix ?? ''
    if (rows.length < rowsPerPart) return
  }
}
