import { createHash } from 'node:crypto'
import { type Paise, toRupees } from '#contract/money.ts'
import { type CourierKey, couriers } from '#contract/shipping/couriers.ts'
import { type CheckedRemittanceLine, maxRemittanceLines, type RemittanceOutcome } from '#contract/shipping/remittances.ts'
import type { Database } from '../database/schema.ts'
import { readCells } from './read-cells.ts'
import { type CodShipment, compareAmount, parseRemittanceLine, type RemittanceLine } from './remittance-rules.ts'

/** What a courier has paid, as it was pasted. */
interface Remittance {
  readonly database: Database
  readonly courier: CourierKey
  readonly text: string
}

/** A line that is to be recorded. */
export interface NewLine extends RemittanceLine {
  readonly line: number
  readonly orderId: string | null
  readonly expected: Paise | null
  readonly outcome: RemittanceOutcome
}

interface CheckedList {
  readonly fingerprint: string
  readonly lines: CheckedRemittanceLine[]
  readonly newLines: NewLine[]
}

const formatDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })

/** Compares the lines of a courier's list with its shipments. Throws `AppError` (400) for text that is not CSV. */
export async function compareRemittance({ database, courier, text }: Remittance): Promise<CheckedList> {
  const parsed = readCells({ text, maxLines: maxRemittanceLines }).map(({ line, cells }) => ({
    line,
    cells,
    paid: parseRemittanceLine(cells),
  }))
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([courier, parsed.map(({ cells }) => cells)]))
    .digest('hex')
  const numbers = parsed.flatMap(({ paid }) => ('problem' in paid ? [] : [paid.trackingNumber]))
  const [shipments, entered] = await Promise.all([
    findShipments({ database, courier, numbers }),
    findEntered({ database, courier, numbers }),
  ])
  const firstLines = new Map<string, number>()
  const newLines: NewLine[] = []

  const lines = parsed.map(({ line, cells: [trackingNumber = ''], paid }): CheckedRemittanceLine => {
    const refuse = (message: string) => ({ line, trackingNumber, amount: null, number: null, outcome: 'refused' as const, message })
    if ('problem' in paid) return refuse(paid.problem)
    const first = firstLines.get(paid.trackingNumber)
    if (first !== undefined) return refuse(`Line ${first} has the same tracking number.`)
    firstLines.set(paid.trackingNumber, line)
    const shipment = shipments.get(paid.trackingNumber)
    const shown = { line, trackingNumber: paid.trackingNumber, amount: toRupees(paid.amount), number: shipment?.number ?? null }
    const enteredAt = entered.get(paid.trackingNumber)
    if (enteredAt) return { ...shown, outcome: 'entered', message: `The list of ${formatDay.format(enteredAt)} had this number.` }
    const comparison = compareAmount({ amount: paid.amount, shipment, courierName: couriers[courier].name })
    newLines.push({ ...paid, line, orderId: shipment?.orderId ?? null, expected: shipment?.collect ?? null, outcome: comparison.outcome })
    return { ...shown, ...comparison }
  })
  return { fingerprint, lines, newLines }
}

interface NumberQuery {
  readonly database: Database
  readonly courier: CourierKey
  readonly numbers: readonly string[]
}

/** The shipments of a courier by tracking number. */
async function findShipments({ database, courier, numbers }: NumberQuery): Promise<Map<string, CodShipment & { orderId: string }>> {
  if (numbers.length === 0) return new Map()
  const rows = await database
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['tracking_number', 'orders.id as orderId', 'number', 'orders.status', 'collect_paise as collect'])
    .where('courier', '=', courier)
    .where('tracking_number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ tracking_number, ...shipment }) => [tracking_number ?? '', shipment]))
}

/** When a list of this courier had these numbers. */
async function findEntered({ database, courier, numbers }: NumberQuery): Promise<Map<string, Date>> {
  if (numbers.length === 0) return new Map()
  const rows = await database
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .select(['tracking_number', 'entered_at'])
    .where('courier', '=', courier)
    .where('tracking_number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ tracking_number, entered_at }) => [tracking_number, entered_at]))
}

export async function findEnteredAt({ database, fingerprint }: { database: Database; fingerprint: string }): Promise<string | null> {
  const list = await database.selectFrom('cod_remittances').select('entered_at').where('fingerprint', '=', fingerprint).executeTakeFirst()
  return list?.entered_at.toISOString() ?? null
}

/** Says what each line of a courier's list means, and records nothing. */
export async function checkRemittance(list: Remittance) {
  const { fingerprint, lines } = await compareRemittance(list)
  return { enteredAt: await findEnteredAt({ database: list.database, fingerprint }), lines }
}
