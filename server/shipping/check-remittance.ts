import { createHash } from 'node:crypto'
import type { CallReply } from '#contract/contract.ts'
import { type Paise, paise, toRupees } from '#contract/kernel/money.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import { type RemittanceField, severalCouriers } from '#contract/shipping/remittance-fields.ts'
import type { CheckedRemittanceLine, RemittanceOutcome } from '#contract/shipping/remittances.ts'
import type { Database } from '../database/schema.ts'
import { parseOrderNumber } from '../orders/order/order-number.ts'
import { findEarlierLines, findParcels, findParcelsOfOrders, type Parcel, type RecordedLine } from './find-parcels.ts'
import { type ReadLine, type ReadList, readRemittance } from './read-remittance.ts'
import { type Comparison, compareAmount, type RemittanceLine } from './remittance-rules.ts'

/** What a courier has paid, as it was pasted. */
export interface Remittance {
  readonly courier: CourierKey | typeof severalCouriers
  readonly text: string
  /** the field of each column; undefined: by their names */
  readonly columns?: readonly (RemittanceField | null)[] | undefined
  /** of the payment on the bank account */
  readonly utr?: string | undefined
  /** rupees that arrived on the bank account */
  readonly bankAmount?: number | null | undefined
}

/** A line that is to be recorded. */
export interface NewLine extends RemittanceLine {
  readonly line: number
  readonly parcel: Parcel | undefined
  readonly outcome: RemittanceOutcome
}

interface CheckedList extends Omit<CallReply<'POST /remittances/check'>, 'lines' | 'enteredAt'> {
  readonly fingerprint: string
  readonly lines: CheckedRemittanceLine[]
  readonly newLines: NewLine[]
}

const formatDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })

const add = (amounts: readonly Paise[]): Paise => paise(amounts.reduce((sum, amount) => sum + amount, 0))

/** Whether two references name two payments. Without a reference nothing is known. */
const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

interface Entered {
  readonly outcome: 'entered'
  readonly message: string
}

interface LineCheck {
  readonly paid: RemittanceLine
  readonly parcel: Parcel | undefined
  /** of earlier lists, with the same number or order */
  readonly earlier: readonly RecordedLine[]
  /** what lines before this one in its own list have paid for the order */
  readonly paidInList: Paise
  readonly courierName: string | null
}

/** What a line means that can be read. */
function checkLine({ paid, parcel, earlier, paidInList, courierName }: LineCheck): Comparison | Entered {
  const repeated = earlier.find(({ amount, reference }) => amount === paid.amount && !differ(reference, paid.reference))
  if (repeated) return describeEntered({ recorded: repeated, paid, parcel })
  // A line whose number was not known counts for the order that has the number now.
  const parts = earlier.filter(({ orderId }) => orderId === null || orderId === parcel?.orderId)
  const before = add([...parts.map(({ amount }) => amount), paidInList])
  const isPaid = parcel !== undefined && parcel.collect > 0 && parcel.status === 'Delivered' && before >= parcel.collect
  const sameReference = parts.find(({ reference }) => !differ(reference, paid.reference))
  if (isPaid && sameReference) return describeEntered({ recorded: sameReference, paid, parcel })
  return compareAmount({ amount: add([before, paid.amount]), before, shipment: parcel, courierName })
}

function describeEntered({
  recorded,
  paid,
  parcel,
}: {
  recorded: RecordedLine
  paid: RemittanceLine
  parcel: Parcel | undefined
}): Entered {
  const day = formatDay.format(recorded.enteredAt)
  const isSameNumber = recorded.trackingNumber === paid.trackingNumber
  const message = isSameNumber
    ? `The list of ${day} had this number.`
    : `The list of ${day} had order ${parcel?.number} under the number ${recorded.trackingNumber}.`
  return { outcome: 'entered', message }
}

const foundByOrder = 'It was found by its order number; its tracking number is another one.'

/** What may be order numbers among the cells of a line. */
const listOrderNumbers = ({ cells }: Pick<ReadLine, 'cells'>): string[] =>
  cells.filter((cell) => /^\W*[0-9a-z]{4}\W?[0-9a-z]{4}\W*$/i.test(cell)).map(parseOrderNumber)

/** The only parcel of the only order that a line names, when nothing has its tracking number. */
function findOrdered({ cells, ordered }: Pick<ReadLine, 'cells'> & { ordered: ReadonlyMap<string, Parcel> }): Parcel | undefined {
  const [parcel, other] = [...new Set(listOrderNumbers({ cells }).flatMap((number) => ordered.get(number) ?? []))]
  return other ? undefined : parcel
}

interface ListComparison {
  readonly database: Database
  readonly list: Remittance
  readonly read: ReadList
}

/** Compares the lines of a courier's list with its shipments. */
export async function compareRemittance({ database, list, read: { columns, error, lines: read } }: ListComparison): Promise<CheckedList> {
  const { courier, bankAmount = null } = list
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([courier, read.map(({ cells }) => cells)]))
    .digest('hex')
  const listCourier = courier === severalCouriers ? null : courier
  const numbers = read.flatMap(({ paid }) => ('problem' in paid ? [] : [paid.trackingNumber]))
  const parcels = await findParcels({ database, courier: listCourier, numbers })
  const unknown = read.filter(({ paid }) => !('problem' in paid) && !parcels.has(paid.trackingNumber))
  const ordered = await findParcelsOfOrders({ database, courier: listCourier, numbers: unknown.flatMap(listOrderNumbers) })
  const orderIds = [...[...parcels.values()].flat(), ...ordered.values()].map(({ orderId }) => orderId)
  const earlier = await findEarlierLines({ database, courier: listCourier, numbers, orderIds })

  const firstLines = new Map<string, number>()
  const paidOrders = new Map<string, Paise>()
  const newLines: NewLine[] = []
  const check = ({ line, cells, trackingNumber, paid: parsed }: ReadLine): CheckedRemittanceLine => {
    const unread = { line, trackingNumber, amount: null, number: null, courierName: null }
    const refuse = (message: string) => ({ ...unread, outcome: 'refused' as const, message })
    if ('problem' in parsed) return refuse(parsed.problem)
    const [known, other] = parcels.get(parsed.trackingNumber) ?? []
    const parcel = known ?? findOrdered({ cells, ordered })
    const isOrderNumber = parcel !== undefined && parseOrderNumber(parsed.reference ?? '') === parcel.number
    const paid = { ...parsed, reference: (isOrderNumber ? null : parsed.reference) ?? (list.utr || null) }
    const first = firstLines.get(paid.trackingNumber)
    if (first !== undefined) return refuse(`Line ${first} has the same tracking number.`)
    firstLines.set(paid.trackingNumber, line)
    if (parcel && other) {
      const names = `${couriers[parcel.courier].name} and ${couriers[other.courier].name}`
      return refuse(`${names} have a parcel with this number. Enter this line for its courier.`)
    }
    const shown = { line, trackingNumber: paid.trackingNumber, amount: toRupees(paid.amount), number: parcel?.number ?? null }
    const paidInList = (parcel && paidOrders.get(parcel.orderId)) ?? paise(0)
    const courierName = listCourier && couriers[listCourier].name
    const compared = checkLine({ paid, parcel, earlier: earlier.find({ paid, parcel }), paidInList, courierName })
    const checked = parcel && !known ? { ...compared, message: `${compared.message} ${foundByOrder}` } : compared
    if (checked.outcome !== 'entered') {
      newLines.push({ ...paid, line, parcel, outcome: checked.outcome })
      if (parcel) paidOrders.set(parcel.orderId, add([paidInList, paid.amount]))
    }
    return { ...shown, courierName: parcel ? couriers[parcel.courier].name : courierName, ...checked }
  }
  const amounts = read.flatMap(({ paid }) => ('problem' in paid ? [] : [paid.amount]))
  const sum = { lines: amounts.length, amount: toRupees(add(amounts)) }
  return { fingerprint, columns, error, sum, bankAmount, lines: read.map(check), newLines }
}

export async function findEnteredAt({ database, fingerprint }: { database: Database; fingerprint: string }): Promise<string | null> {
  const list = await database.selectFrom('cod_remittances').select('entered_at').where('fingerprint', '=', fingerprint).executeTakeFirst()
  return list?.entered_at.toISOString() ?? null
}

/**
 * Says what each line of a courier's list means, and records nothing.
 * @throws AppError 400 for text that is not CSV.
 * @throws AppError 400 for too many lines.
 */
export async function checkRemittance({ database, ...list }: Remittance & { database: Database }) {
  const read = readRemittance({ text: list.text, chosen: list.columns })
  const { fingerprint, newLines, ...checked } = await compareRemittance({ database, list, read })
  return { enteredAt: await findEnteredAt({ database, fingerprint }), ...checked }
}
