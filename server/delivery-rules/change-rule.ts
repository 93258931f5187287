import { type Selectable, sql } from 'kysely'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRule, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

type RuleRow = Selectable<Tables['delivery_rules']>

/** Changes of rules wait for each other, so that the number of rules keeps its limit. */
export const lockRules = (trx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('delivery_rules'))`.execute(trx)

export const toValues = (row: Omit<RuleRow, 'id' | 'version' | 'changed_at' | 'changed_by'>): DeliveryRuleValues => ({
  prefix: row.prefix,
  deliver: row.deliver,
  cod: row.cod,
  advance: row.advance_paise === null ? null : toRupees(row.advance_paise),
  from: row.days_from,
  to: row.days_to,
  charge: row.charge_paise === null ? null : toRupees(row.charge_paise),
  reason: row.reason,
})

const toColumns = ({ prefix, deliver, cod, advance, from, to, charge, reason }: DeliveryRuleValues) => ({
  prefix,
  deliver,
  cod,
  advance_paise: advance === null ? null : toPaise(advance),
  days_from: from,
  days_to: to,
  charge_paise: charge === null ? null : toPaise(charge),
  reason,
})

export const presentRule = ({ changedBy, ...row }: RuleRow & { changedBy: string | null }): DeliveryRule => ({
  _id: row.id,
  ...toValues(row),
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy,
})

/** All columns of the rules, with the name of who has changed them. */
export const selectRules = (database: Database | Transaction) =>
  database
    .selectFrom('delivery_rules')
    .leftJoin('users', 'users.id', 'changed_by')
    .selectAll('delivery_rules')
    .select('users.name as changedBy')

async function readRule({ trx, id }: { trx: Transaction; id: string }): Promise<DeliveryRule> {
  return presentRule(await selectRules(trx).where('delivery_rules.id', '=', id).executeTakeFirstOrThrow())
}

interface RuleEvent {
  readonly trx: Transaction
  readonly event: 'added' | 'changed' | 'deleted'
  readonly before: DeliveryRuleValues | null
  readonly after: DeliveryRuleValues | null
  readonly actorId: string
}

async function recordChange({ trx, event, before, after, actorId }: RuleEvent): Promise<void> {
  const prefix = (after ?? before)?.prefix ?? null
  const change = JSON.stringify({ before, after })
  await trx.insertInto('delivery_rule_events').values({ event, prefix, change, actor_id: actorId }).execute()
}

/** @throws AppError delivery_rules_full */
export async function limitRules(trx: Transaction): Promise<void> {
  const count = await countRows(trx.selectFrom('delivery_rules'))
  if (count > deliveryLimits.rules) throw new AppError('delivery_rules_full')
}

interface RuleChange {
  readonly database: Database
  readonly values: DeliveryRuleValues
  /** the administrator */
  readonly actorId: string
}

/**
 * Adds a rule.
 * @throws AppError delivery_rule_exists, delivery_rules_full
 */
export async function addRule({ database, values, actorId }: RuleChange): Promise<DeliveryRule> {
  return database.transaction().execute(async (trx) => {
    await lockRules(trx)
    const inserted = await trx
      .insertInto('delivery_rules')
      .values({ ...toColumns(values), changed_by: actorId })
      .onConflict((conflict) => conflict.column('prefix').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('delivery_rule_exists'))
    await limitRules(trx)
    await recordChange({ trx, event: 'added', before: null, after: values, actorId })
    return readRule({ trx, id: inserted.id })
  })
}

/**
 * Changes a rule as it was seen.
 * @throws AppError delivery_rule_exists, delivery_rule_changed
 */
export async function editRule({
  database,
  id,
  version,
  values,
  actorId,
}: RuleChange & { id: string; version: number }): Promise<DeliveryRule> {
  return database.transaction().execute(async (trx) => {
    await lockRules(trx)
    const row = isUuid(id) ? await trx.selectFrom('delivery_rules').selectAll().where('id', '=', id).executeTakeFirst() : undefined
    if (row?.version !== version) throw new AppError('delivery_rule_changed')
    const other = trx.selectFrom('delivery_rules').select('id').where('prefix', '=', values.prefix).where('id', '<>', id)
    if (await other.executeTakeFirst()) throw new AppError('delivery_rule_exists')
    await trx
      .updateTable('delivery_rules')
      .set({ ...toColumns(values), version: version + 1, changed_at: sql<Date>`now()`, changed_by: actorId })
      .where('id', '=', id)
      .execute()
    await recordChange({ trx, event: 'changed', before: toValues(row), after: values, actorId })
    return readRule({ trx, id })
  })
}

/** Deletes a rule as it was seen. @throws AppError delivery_rule_changed when it has changed, or is deleted already */
export async function deleteRule({
  database,
  id,
  version,
  actorId,
}: Omit<RuleChange, 'values'> & { id: string; version: number }): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const deletion = trx.deleteFrom('delivery_rules').where('id', '=', id).where('version', '=', version).returningAll()
    const row = isUuid(id) ? await deletion.executeTakeFirst() : undefined
    if (!row) throw new AppError('delivery_rule_changed')
    await recordChange({ trx, event: 'deleted', before: toValues(row), after: null, actorId })
  })
}
