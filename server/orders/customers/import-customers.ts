import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { CustomerLine } from '#contract/orders/customer-import.ts'
import { customerImportLimits, customerImportTexts as texts } from '#contract/orders/customer-import-limits.ts'
import { summarizeLines } from '../../csv/summarize-lines.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type ConsentDecision, type ConsentDefaults, type FilePerson, type FileRow, readCustomerFile } from './read-customer-file.ts'

interface Person {
  readonly id: string
  readonly isNew: boolean
  name: string
  phone: string | null
  email: string | null
  consent: ConsentDecision | null
  /** the line of the file that has it */
  line?: number
}

const rowsPerStatement = 2_000

/** The stored people that a file can be about. */
async function readPeople({ transaction, people }: { transaction: Transaction; people: readonly FilePerson[] }): Promise<Person[]> {
  const phones = people.flatMap(({ phone }) => phone ?? [])
  const emails = people.flatMap(({ email }) => email ?? [])
  const { rows } = await sql<Omit<Person, 'isNew' | 'consent'> & { given: boolean | null; consent_on: string; source: string }>`
    select id, name, phone, email, consent as given, consent_on::text, consent_source as source
    from imported_customers where phone = any(${phones}::text[]) or email = any(${emails}::text[]) order by id
  `.execute(transaction)
  return rows.map(({ given, consent_on: on, source, ...row }) => ({
    ...row,
    isNew: false,
    consent: given === null ? null : { given, on, source },
  }))
}

interface ConsentChange {
  readonly before: ConsentDecision | null
  readonly wanted: FilePerson['consent']
  readonly today: string
}

/** The newer decision; a `no` without a date only ends a consent that was given. */
function chooseConsent({ before, wanted, today }: ConsentChange): { consent: ConsentDecision | null; note: string | null } {
  if (wanted === null) return { consent: before, note: null }
  if (wanted === 'no') return { consent: before?.given ? { given: false, on: today, source: 'import' } : before, note: null }
  const isOlder = before !== null && (wanted.on < before.on || (wanted.on === before.on && wanted.given !== before.given && wanted.given))
  return isOlder ? { consent: before, note: wanted.given === before.given ? null : texts.laterDecision } : { consent: wanted, note: null }
}

/** The people of a file, merged into those that are stored. */
function createMerge({ stored, today }: { stored: readonly Person[]; today: string }) {
  const byPhone = new Map<string, Person>()
  const byEmail = new Map<string, Person>()
  const changed = new Set<Person>()
  const index = (person: Person) => {
    if (person.phone !== null) byPhone.set(person.phone, person)
    const known = person.email === null ? undefined : byEmail.get(person.email)
    // Somebody without a phone is found by the email alone.
    if (person.email !== null && (known === undefined || person.phone === null)) byEmail.set(person.email, person)
  }
  for (const person of stored) index(person)

  /** The same phone; or the same email, unless both have a phone. */
  function find({ phone, email }: FilePerson): Person | undefined {
    const samePhone = phone === null ? undefined : byPhone.get(phone)
    if (samePhone || email === null) return samePhone
    const sameEmail = byEmail.get(email)
    return phone === null || sameEmail?.phone === null ? sameEmail : undefined
  }

  return {
    changed: (): ReadonlySet<Person> => changed,

    add({ line, parsed: row }: { line: number; parsed: FilePerson }): Pick<CustomerLine, 'outcome' | 'reason'> {
      const known = find(row)
      if (known?.line !== undefined) return { outcome: 'refused', reason: texts.twice(known.line) }
      const { consent, note } = chooseConsent({ before: known?.consent ?? null, wanted: row.consent, today })
      const name = row.name || known?.name || row.email || row.phone || ''
      const values = { name, phone: row.phone ?? known?.phone ?? null, email: row.email ?? known?.email ?? null, consent }
      const before = known && JSON.stringify([known.name, known.phone, known.email, known.consent])
      const person = known ?? { id: randomUUID(), isNew: true, ...values }
      Object.assign(person, values, { line })
      index(person)
      const isUnchanged = before === JSON.stringify([values.name, values.phone, values.email, values.consent])
      if (!isUnchanged) changed.add(person)
      return { outcome: known ? (isUnchanged ? 'unchanged' : 'changed') : 'new', reason: row.note ?? note }
    },
  }
}

async function writePeople({ transaction, people }: { transaction: Transaction; people: readonly Person[] }): Promise<void> {
  for (let start = 0; start < people.length; start += rowsPerStatement) {
    const rows = people.slice(start, start + rowsPerStatement).map(({ id, name, phone, email, consent }) => ({
      id,
      name,
      phone,
      email,
      consent: consent?.given ?? null,
      consent_on: consent?.on ?? null,
      consent_source: consent?.source ?? null,
    }))
    await sql`
      insert into imported_customers (id, name, phone, email, consent, consent_on, consent_source)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as person (id uuid, name text, phone text, email text, consent boolean, consent_on date, consent_source text)
      on conflict (id) do update set name = excluded.name, phone = excluded.phone, email = excluded.email,
        consent = excluded.consent, consent_on = excluded.consent_on, consent_source = excluded.consent_source
    `.execute(transaction)
  }
}

const hasPerson = (row: FileRow): row is FileRow & { parsed: FilePerson } => !('problem' in row.parsed)

interface CustomerImport {
  readonly database: Database
  readonly csv: Uint8Array
  readonly defaults: ConsentDefaults
  readonly isDryRun: boolean
}

/**
 * Adds and changes the customers of a CSV file, or says what that would do.
 * @throws AppError file_refused
 * @throws AppError invalid_request for a default date in the future
 */
export async function importCustomers({
  database,
  csv,
  defaults,
  isDryRun,
}: CustomerImport): Promise<Omit<CallReply<'POST /customers/import'>, 'message'>> {
  const today = toIndianDay()
  if (defaults.date > today) throw new AppError('invalid_request', { fields: { consentDate: 'This day is in the future.' } })
  const { lines: rows, notes } = await readCustomerFile({ file: csv, defaults, today })
  return inTransaction(database, async (transaction) => {
    // Two imports at the same time could add the same person.
    await sql`select pg_advisory_xact_lock(hashtext('imported customers'))`.execute(transaction)
    const stored = await readPeople({ transaction, people: rows.filter(hasPerson).map(({ parsed }) => parsed) })
    const merge = createMerge({ stored, today })
    const lines = rows.map((row): CustomerLine => {
      const shown = { line: row.line, name: row.name, contact: row.contact }
      return hasPerson(row)
        ? { ...shown, ...merge.add(row) }
        : { ...shown, outcome: 'refused', reason: 'problem' in row.parsed ? row.parsed.problem : null }
    })
    if (!isDryRun) await writePeople({ transaction, people: [...merge.changed()] })
    return summarizeLines({ lines, notes, maxLines: customerImportLimits.shownLines })
  })
}
