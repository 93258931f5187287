import { maxLengths } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { emailShape } from '#contract/kernel/email.ts'
import { parseDay } from '#contract/kernel/parse-day.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { customerImportLimits, customerImportTexts as texts } from '#contract/orders/customer-import-limits.ts'
import { refuseFile } from '../../csv/decode-csv.ts'
import { findAllColumns, findUnreadable, readLines } from '../../csv/read-lines.ts'
import { isShortenedNumber } from '../../csv/spreadsheet-rules.ts'

/** Names of the columns in lower case, those of Shopify and WooCommerce too. The first one with a value counts. */
const columnNames = {
  name: ['name', 'full name', 'customer name', 'customer', 'display name'],
  firstName: ['first name', 'first_name', 'firstname', 'billing first name', 'billing_first_name'],
  lastName: ['last name', 'last_name', 'lastname', 'billing last name', 'billing_last_name'],
  phone: [
    'phone',
    'phone number',
    'mobile',
    'mobile number',
    'contact number',
    'whatsapp',
    'default address phone',
    'billing phone',
    'billing_phone',
  ],
  email: ['email', 'e-mail', 'email address', 'customer email', 'user email', 'user_email', 'billing email', 'billing_email'],
  consent: ['consent', 'marketing consent', 'accepts email marketing', 'accepts marketing', 'accepts sms marketing'],
  consentDate: ['consent date', 'consent_date', 'date of consent', 'opt-in date'],
  consentSource: ['consent source', 'consent_source', 'source of consent', 'opt-in source'],
} as const
type Field = keyof typeof columnNames

/** A decision about messages. */
export interface ConsentDecision {
  readonly given: boolean
  /** a day in India, `2025-01-31` */
  readonly on: string
  readonly source: string
}

/** One person of a file. At least one of phone and email is there. */
export interface FilePerson {
  /** empty: the file has none */
  readonly name: string
  /** ten digits */
  readonly phone: string | null
  /** in lower case */
  readonly email: string | null
  /** `no`: not given, and without a date */
  readonly consent: ConsentDecision | 'no' | null
  readonly note: string | null
}

export interface FileRow {
  readonly line: number
  /** as the file has them */
  readonly name: string
  readonly contact: string
  readonly parsed: FilePerson | { readonly problem: string }
}

/** What counts for consents without a date or source. */
export interface ConsentDefaults {
  readonly date: string
  readonly source: string
}

const wordsOfYes = new Set(['yes', 'y', 'true', '1', 'given', 'subscribed'])
const wordsOfNo = new Set(['', 'no', 'n', 'false', '0', 'withdrawn', 'unsubscribed', 'not_subscribed', 'not subscribed'])

const email = emailShape.max(maxLengths.email)

/** Line breaks and other control characters are no part of a name. */
const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Ten digits, or undefined. */
function parsePhone(text: string): string | undefined {
  // Spreadsheets write a number as text with an apostrophe or as `="98765…"`, or with a decimal.
  const digits = normalizePhone(text.replace(/^(?:'|="?)|"$|\.0$/g, ''))
  return /^[6-9]\d{9}$/.test(digits) ? digits : undefined
}

/** A day as `2025-01-31`, or undefined for one that does not exist or is later than `today`. */
function parsePastDay({ text, today }: { text: string; today: string }): string | undefined {
  const day = parseDay(text)
  return day !== undefined && day >= '2000-01-01' && day <= today ? day : undefined
}

interface Cells extends Omit<CustomerFile, 'file'> {
  readonly read: (field: Field) => string
}

function parseConsent({ read, defaults, today }: Cells): Pick<FilePerson, 'consent' | 'note'> | { readonly problem: string } {
  const word = read('consent').toLowerCase()
  const given = wordsOfYes.has(word)
  if (!given && !wordsOfNo.has(word)) return { problem: texts.consent }
  if (word === '') return { consent: null, note: null }
  const typedDay = read('consentDate')
  const day = typedDay === '' ? defaults.date : parsePastDay({ text: typedDay, today })
  const source = toOneLine(read('consentSource')) || defaults.source
  if (day === undefined || (day !== '' && day > today)) return { problem: texts.consentDate }
  if (source.length > customerImportLimits.sourceLength) return { problem: texts.sourceTooLong }
  if (!given && typedDay === '') return { consent: 'no', note: null }
  if (day === '' || source === '') return given ? { consent: null, note: texts.consentIncomplete } : { consent: 'no', note: null }
  return { consent: { given, on: day, source }, note: null }
}

function parsePerson(cells: Cells): FileRow['parsed'] {
  const { read } = cells
  const name = toOneLine(read('name') || `${read('firstName')} ${read('lastName')}`)
  if (name.length > customerImportLimits.nameLength) return { problem: texts.nameTooLong }
  const [typedPhone, typedEmail] = [read('phone'), read('email').toLowerCase()]
  if (typedPhone === '' && typedEmail === '') return { problem: texts.noContact }
  if (isShortenedNumber(typedPhone)) return { problem: tableTexts.spreadsheetNumber('phone', typedPhone) }
  const phone = typedPhone === '' ? null : parsePhone(typedPhone)
  if (phone === undefined) return { problem: texts.phone }
  if (typedEmail !== '' && !email.safeParse(typedEmail).success) return { problem: texts.email }
  const consent = parseConsent(cells)
  return 'problem' in consent ? consent : { name, phone, email: typedEmail || null, ...consent }
}

const shownLength = 120

function findColumns(header: readonly string[]) {
  const columns = findAllColumns(header, columnNames)
  if (columns.phone.length === 0 && columns.email.length === 0) throw refuseFile(texts.columns)
  return columns
}

interface CustomerFile {
  readonly file: Uint8Array
  readonly defaults: ConsentDefaults
  readonly today: string
}

/**
 * The people of a CSV file, and how it was read.
 * @throws AppError file_refused
 */
export const readCustomerFile = ({ file, ...options }: CustomerFile) =>
  readLines({
    file,
    maxLines: customerImportLimits.rows,
    texts,
    findColumns,
    parse(row, columns): FileRow[] {
      const read = (field: Field) => columns[field].map((index) => row.cells[index] ?? '').find((cell) => cell !== '') ?? ''
      const name = cutText(toOneLine(read('name') || `${read('firstName')} ${read('lastName')}`), shownLength)
      const contact = cutText([read('phone'), read('email')].filter(Boolean).join(', '), shownLength)
      const problem = findUnreadable(row)
      return [{ line: row.line, name, contact, parsed: problem === undefined ? parsePerson({ read, ...options }) : { problem } }]
    },
  })
