import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import type { Transaction } from '../../database/schema.ts'
import type { SettledRow } from '../provider/gateway.ts'
import { markMatched } from './match-settled.ts'

/** What became of a row: `other amounts` is there with other figures, which stay. */
export type StoredOutcome = 'new' | 'changed' | 'unchanged' | 'other amounts'

interface Settled {
  readonly trx: Transaction
  readonly provider: string
  readonly rows: readonly SettledRow[]
  /** writes nothing */
  readonly isDryRun?: boolean
}

const rowsPerStatement = 2_000

const toKey = ({ entityId, kind }: Pick<SettledRow, 'entityId' | 'kind'>): string => `${kind} ${entityId}`

/**
 * Stores the rows of settlements, each once, however often and in whichever way it is read. A UTR that was missing is added. Returns what became of each
 * row, in their order.
 */
export async function storeSettled({ trx, provider, rows, isDryRun = false }: Settled): Promise<StoredOutcome[]> {
  // Two readings at the same time could store the same row.
  await sql`select pg_advisory_xact_lock(hashtext('settlements'))`.execute(trx)
  const known = await readKnown({ trx, provider, rows })
  const added = new Map<string, SettledRow>()
  const completed: SettledRow[] = []
  const outcomes = rows.map((row): StoredOutcome => {
    const existing = known.get(toKey(row))
    if (existing === undefined) {
      known.set(toKey(row), row)
      added.set(toKey(row), row)
      return 'new'
    }
    if (!hasSameAmounts(existing, row)) return 'other amounts'
    if (row.utr === null || existing.utr !== null) return 'unchanged'
    known.set(toKey(row), row)
    if (added.has(toKey(row))) added.set(toKey(row), row)
    else completed.push(row)
    return 'changed'
  })
  if (isDryRun) return outcomes
  await insertRows({ trx, provider, rows: [...added.values()] })
  for (const { entityId, kind, utr } of completed)
    await trx
      .updateTable('settlement_rows')
      .set({ utr })
      .where('provider', '=', provider)
      .where('entity_id', '=', entityId)
      .where('kind', '=', kind)
      .execute()
  await markMatched({ trx })
  return outcomes
}

const compared = ['settlementId', 'amount', 'fee', 'tax', 'debit', 'credit', 'settledOn'] as const

const hasSameAmounts = (one: SettledRow, other: SettledRow): boolean =>
  compared.every((name) => one[name] === other[name]) && (one.utr === null || other.utr === null || one.utr === other.utr)

async function readKnown({ trx, provider, rows }: Omit<Settled, 'isDryRun'>): Promise<Map<string, SettledRow>> {
  const known = new Map<string, SettledRow>()
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const ids = rows.slice(start, start + rowsPerStatement).map(({ entityId }) => entityId)
    const found = await trx
      .selectFrom('settlement_rows')
      .selectAll()
      .select(sql<string>`to_char(settled_on, 'YYYY-MM-DD')`.as('day'))
      .where('provider', '=', provider)
      .where('entity_id', 'in', ids)
      .execute()
    for (const row of found) {
      const stored = {
        settlementId: row.settlement_id,
        entityId: row.entity_id,
        kind: row.kind,
        amount: row.amount_paise,
        fee: row.fee_paise,
        tax: row.tax_paise,
        debit: row.debit_paise,
        credit: row.credit_paise,
        utr: row.utr,
        settledOn: row.day,
      }
      known.set(toKey(stored), stored)
    }
  }
  return known
}

async function insertRows({ trx, provider, rows }: Omit<Settled, 'isDryRun'>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const values = rows.slice(start, start + rowsPerStatement).map((row) => ({
      provider,
      settlement_id: row.settlementId,
      entity_id: row.entityId,
      kind: row.kind,
      amount_paise: paise(row.amount) as Paise,
      fee_paise: paise(row.fee),
      tax_paise: paise(row.tax),
      debit_paise: paise(row.debit),
      credit_paise: paise(row.credit),
      utr: row.utr,
      settled_on: row.settledOn,
    }))
    await trx.insertInto('settlement_rows').values(values).execute()
  }
}
