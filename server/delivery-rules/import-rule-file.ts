import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import type { DeliveryRuleLine, DeliveryRuleValues } from '#contract/delivery/delivery-rules.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { summarizeLines } from '../csv/summarize-lines.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { limitRules, lockRules, toValues } from './change-rule.ts'
import { describeRule } from './describe-rule.ts'
import { completeRule, type FileRule, parsePrefixes, readRuleFile } from './read-rule-file.ts'

const rowsPerStatement = 5_000
const shownCharacters = 40

interface DecidedLine {
  readonly shown: DeliveryRuleLine
  /** what is written for a new or changed line */
  readonly rule?: DeliveryRuleValues
}

/** What a line does to the rules. */
function decide({ line, typed, parsed }: FileRule, rules: ReadonlyMap<string, DeliveryRuleValues>): DecidedLine {
  const shown = { line, prefix: cutText(typed, shownCharacters) }
  const before = 'problem' in parsed ? undefined : rules.get(parsed.prefix)
  const rule = 'problem' in parsed ? parsed : completeRule({ partial: parsed, before })
  if ('problem' in rule) return { shown: { ...shown, text: '', outcome: 'refused', reason: rule.problem } }
  const text = describeRule(rule)
  if (before === undefined) return { shown: { ...shown, text, outcome: 'new', reason: null }, rule }
  const said = describeRule(before)
  if (said === text) return { shown: { ...shown, text, outcome: 'unchanged', reason: null } }
  return { shown: { ...shown, text: `${said} → ${text}`, outcome: 'changed', reason: null }, rule }
}

async function readRules(trx: Transaction): Promise<Map<string, DeliveryRuleValues>> {
  const rows = await trx.selectFrom('delivery_rules').selectAll().execute()
  return new Map(rows.map((row) => [row.prefix, toValues(row)]))
}

async function writeRules({ trx, rules, actorId }: { trx: Transaction; rules: readonly DeliveryRuleValues[]; actorId: string }) {
  for (let start = 0; start < rules.length; start += rowsPerStatement) {
    const part = rules.slice(start, start + rowsPerStatement)
    await sql`
      insert into delivery_rules (prefix, deliver, cod, advance_paise, days_from, days_to, charge_paise, reason, changed_by)
      select *, ${actorId}::uuid from unnest(
        ${part.map((rule) => rule.prefix)}::text[], ${part.map((rule) => rule.deliver)}::boolean[], ${part.map((rule) => rule.cod)}::text[],
        ${part.map(({ advance }) => (advance === null ? null : toPaise(advance)))}::bigint[], ${part.map((rule) => rule.from)}::smallint[],
        ${part.map((rule) => rule.to)}::smallint[], ${part.map(({ charge }) => (charge === null ? null : toPaise(charge)))}::bigint[],
        ${part.map((rule) => rule.reason)}::text[]
      )
      on conflict (prefix) do update set deliver = excluded.deliver, cod = excluded.cod, advance_paise = excluded.advance_paise,
        days_from = excluded.days_from, days_to = excluded.days_to, charge_paise = excluded.charge_paise, reason = excluded.reason, version = delivery_rules.version + 1,
        changed_at = now(), changed_by = excluded.changed_by
    `.execute(trx)
  }
}

/** The rules that no line names, in the order of their digits. Lines that are refused for something else name theirs. */
function findMissing({ lines, rules }: { lines: readonly FileRule[]; rules: ReadonlyMap<string, DeliveryRuleValues> }): string[] {
  const named = new Set<string>()
  for (const { typed } of lines) {
    const pins = parsePrefixes(typed)
    for (const prefix of 'problem' in pins ? [] : pins.prefixes) named.add(prefix)
  }
  return [...rules.keys()].filter((prefix) => !named.has(prefix)).toSorted()
}

async function deleteRules({ trx, prefixes }: { trx: Transaction; prefixes: readonly string[] }): Promise<void> {
  await sql`
    delete from delivery_rules using unnest(${prefixes}::text[]) as missing (digits) where delivery_rules.prefix = missing.digits
  `.execute(trx)
}

interface RuleImport {
  readonly database: Database
  readonly csv: Uint8Array
  /** the administrator */
  readonly actorId: string
  readonly isDryRun: boolean
  /** deletes the rules that no line names: how many the administrator has seen; undefined: they stay */
  readonly missing?: number | undefined
}

/**
 * Adds and changes the rules of a CSV file, and deletes others on request, or says what that would do.
 * @throws AppError file_refused, delivery_rules_full
 * @throws AppError 409 when other rules are missing than the administrator has seen.
 */
export async function importRules({
  database,
  csv,
  actorId,
  isDryRun,
  missing: seen,
}: RuleImport): Promise<Omit<CallReply<'POST /delivery-rules/import'>, 'message'>> {
  const { lines, notes } = await readRuleFile(csv)
  return database.transaction().execute(async (trx) => {
    await lockRules(trx)
    const rules = await readRules(trx)
    const decided = lines.map((line) => decide(line, rules))
    const summary = summarizeLines({ lines: decided.map(({ shown }) => shown), notes, maxLines: deliveryLimits.shownLines })
    const written = decided.flatMap(({ rule }) => (rule ? [rule] : []))
    // A file that is cut off may have named the others.
    const namesAll = summary.counts.refused < lines.length && !lines.at(-1)?.isCutOff
    const missing = namesAll ? findMissing({ lines, rules }) : []
    if (seen !== undefined && seen !== missing.length) throw new AppError('delivery_rules_changed')
    const deleted = seen === undefined || isDryRun ? [] : missing
    const counts = {
      ...summary.counts,
      ...(deleted.length > 0 ? { missing: 0, deleted: deleted.length } : { missing: missing.length }),
    }
    if (!isDryRun && written.length + deleted.length > 0) {
      await deleteRules({ trx, prefixes: deleted })
      await writeRules({ trx, rules: written, actorId })
      await limitRules(trx)
      await trx
        .insertInto('delivery_rule_events')
        .values({ event: 'imported', prefix: null, change: JSON.stringify(counts), actor_id: actorId })
        .execute()
    }
    return { ...summary, counts, missing: missing.slice(0, deliveryLimits.shownMissing) }
  })
}
