import { type CheckedLine, type LineResult, maxShipmentLines } from '#contract/orders/shipments.ts'
import { type CourierKey, couriers, parseCourier } from '#contract/shipping/couriers.ts'
import { type ShipmentInput, shipmentInput } from '#contract/shipping/shipment.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { PaymentsPort } from '../orders/order/order-dependencies.ts'
import { parseOrderNumber } from '../orders/order/order-number.ts'
import { findCellProblem } from './cell-rules.ts'
import { type CellLine, readCells, readRows } from './read-cells.ts'
import { isEntered, validateShipment } from './rules.ts'
import { saveShipment } from './save-shipment.ts'
import { findShipmentColumns, type ShipmentColumns, usualShipmentColumns } from './shipment-columns.ts'

const messages = {
  unknownOrder: 'There is no order with this number.',
  unchanged: 'The tracking number is already entered.',
  ready: 'The tracking number will be entered.',
  shipping: 'The order will be marked as shipped.',
  entered: 'The tracking number is entered.',
} as const

interface ParsedLine {
  readonly line: number
  readonly number: string
  readonly courier: string
  readonly trackingNumber: string
  /** why the line cannot be read */
  readonly problem?: string | undefined
  readonly shipment?: ShipmentInput
}

interface LineReader {
  readonly columns: ShipmentColumns
  /** of lines that name none */
  readonly usualCourier: CourierKey | undefined
}

/** Reads a line with an order number, a courier, a tracking number and a link. */
function parseLine({ line, cells, columns, usualCourier }: CellLine & LineReader): ParsedLine {
  const { number = '', courier = '', trackingNumber = '', trackingUrl = '' } = readColumns({ cells, columns })
  const parsed = { line, number, courier, trackingNumber }
  const problem = [number, courier, trackingNumber].map(findCellProblem).find(Boolean)
  if (problem) return { ...parsed, problem }
  if (number === '') return { ...parsed, problem: 'The order number is missing.' }
  const key = courier === '' ? usualCourier : parseCourier(courier)
  if (!key && courier === '') return { ...parsed, problem: 'The line names no courier. Choose it above.' }
  if (!key)
    return {
      ...parsed,
      problem: `Unknown courier. Use ${Object.values(couriers)
        .map(({ name }) => name)
        .join(', ')}.`,
    }
  const result = shipmentInput.safeParse({ courier: key, trackingNumber, trackingUrl })
  if (!result.success)
    return { ...parsed, courier: couriers[key].name, problem: result.error.issues[0]?.message ?? 'Please check this line.' }
  return { ...parsed, courier: couriers[key].name, trackingNumber: result.data.trackingNumber, shipment: result.data }
}

const readColumns = ({ cells, columns }: { cells: readonly string[]; columns: ShipmentColumns }) => ({
  number: cells[columns.number],
  courier: cells[columns.courier],
  trackingNumber: cells[columns.trackingNumber],
  trackingUrl: cells[columns.trackingUrl],
})

/** Titles of one cell can stand above the names of the columns. */
const headerRows = 10
const isTitle = ({ cells }: CellLine): boolean => cells.filter((cell) => cell !== '').length <= 1

/** Reads lines with the columns that one of the first names, else with the usual ones. A courier's file can name a parcel once for each item. */
function readLines({ text, usualCourier }: { text: string; usualCourier: CourierKey | undefined }): ParsedLine[] {
  const first = readRows({ text, maxRows: headerRows })
  const header = first.find(({ cells }, index) => findShipmentColumns(cells) && first.slice(0, index).every(isTitle))
  const columns = header && findShipmentColumns(header.cells)
  if (!header || !columns)
    return readCells({ text, maxLines: maxShipmentLines }).map((line) =>
      parseLine({ ...line, columns: usualShipmentColumns, usualCourier }),
    )
  const rows = readRows({ text, maxRows: maxShipmentLines + headerRows + 1 }).filter(({ line }) => line > header.line)
  if (rows.length > maxShipmentLines) throw new AppError('too_many_lines', { maxLines: maxShipmentLines })
  const lines = rows.map((row) => parseLine({ ...row, columns, usualCourier }))
  const toKey = ({ number, trackingNumber }: ParsedLine) => `${parseOrderNumber(number)} ${trackingNumber}`
  return lines.filter((line, index) => lines.findIndex((other) => toKey(other) === toKey(line)) === index)
}

const toNumberKey = ({ courier, trackingNumber }: { courier: string; trackingNumber: string }) => `${courier} ${trackingNumber}`

/** The orders that lines name, with their shipments, by order number; and the orders that have their tracking numbers. */
async function findOrders({ database, lines }: { database: Database; lines: readonly ParsedLine[] }) {
  const numbers = [...new Set(lines.map(({ number }) => parseOrderNumber(number)))]
  const trackingNumbers = lines.flatMap(({ shipment }) => (shipment ? [shipment.trackingNumber] : []))
  if (numbers.length === 0) return { orders: new Map<string, never>(), takenBy: new Map<string, string>() }
  const [orders, shipments] = await Promise.all([
    database
      .selectFrom('orders')
      .leftJoin('shipments', (join) => join.onRef('shipments.order_id', '=', 'orders.id').on('direction', '=', 'forward'))
      .select(['number', 'orders.status', 'courier', 'tracking_number as trackingNumber', 'tracking_url as trackingUrl'])
      .where('number', 'in', numbers)
      .execute(),
    trackingNumbers.length === 0
      ? []
      : database
          .selectFrom('shipments')
          .innerJoin('orders', 'orders.id', 'order_id')
          .select(['number', 'courier', 'tracking_number as trackingNumber'])
          .where('tracking_number', 'in', trackingNumbers)
          .execute(),
  ])
  return {
    orders: new Map(orders.map((order) => [order.number, order])),
    takenBy: new Map(
      shipments.map(({ number, courier, trackingNumber }) => [toNumberKey({ courier, trackingNumber: trackingNumber ?? '' }), number]),
    ),
  }
}

/** Says what each pasted line would do, and changes nothing. Throws `AppError` (400) for text that is not CSV. */
export async function checkShipments({
  database,
  text,
  courier: usualCourier,
  ship,
}: {
  database: Database
  text: string
  courier?: CourierKey | undefined
  ship: boolean
}): Promise<CheckedLine[]> {
  const lines = readLines({ text, usualCourier })
  const { orders, takenBy } = await findOrders({ database, lines })
  const firstLines = new Map<string, number>()

  /** The line that has named this order or tracking number before. */
  const findRepeated = (line: number, keys: readonly string[]): number | undefined => {
    const repeated = keys.map((key) => firstLines.get(key)).find((first) => first !== undefined)
    for (const key of keys) if (!firstLines.has(key)) firstLines.set(key, line)
    return repeated
  }

  const check = ({ line, number, shipment, problem }: ParsedLine): Pick<CheckedLine, 'outcome' | 'message'> => {
    const refuse = (message: string) => ({ outcome: 'refused' as const, message })
    if (!shipment) return refuse(problem ?? 'Please check this line.')
    const key = parseOrderNumber(number)
    const order = orders.get(key)
    if (!order) return refuse(messages.unknownOrder)
    const repeated = findRepeated(line, [key, toNumberKey(shipment)])
    if (repeated !== undefined) return refuse(`Line ${repeated} has the same order or tracking number.`)
    const { status, courier, trackingNumber, trackingUrl } = order
    const stored = courier === null ? undefined : { courier, trackingNumber, trackingUrl }
    const isLeaving = ship && status === 'Packed'
    const isUnchanged = isEntered({ stored, shipment, isEdit: false })
    if (isUnchanged && !isLeaving) return { outcome: 'unchanged', message: messages.unchanged }
    const owner = takenBy.get(toNumberKey(shipment))
    const violation = validateShipment({ status, stored, takenBy: owner === key ? undefined : owner, shipment, isEdit: false })
    if (violation) return refuse(violation.message)
    const message = isUnchanged ? messages.unchanged : messages.ready
    return { outcome: 'ready', message: isLeaving ? `${message} ${messages.shipping}` : message }
  }

  return lines.map((parsed) => {
    const { line, number, courier, trackingNumber, shipment } = parsed
    const checked = { line, number, courier, trackingNumber, ...check(parsed) }
    return { ...checked, entry: shipment && checked.outcome !== 'refused' ? { line, number: parseOrderNumber(number), ...shipment } : null }
  })
}

interface Entry extends ShipmentInput {
  readonly line: number
  /** the number of the order */
  readonly number: string
}

interface Entries {
  readonly database: Database
  readonly payments: PaymentsPort
  readonly lines: readonly Entry[]
  readonly ship: boolean
  readonly actorId: string
}

/** Enters lines, each in a transaction of its own. A repeated line changes nothing. */
export async function enterShipments({ database, payments, lines, ship, actorId }: Entries): Promise<LineResult[]> {
  const results: LineResult[] = []
  for (const { line, number, ...shipment } of lines) {
    try {
      const order = await database.selectFrom('orders').select('id').where('number', '=', parseOrderNumber(number)).executeTakeFirst()
      if (!order) throw new AppError('not_found')
      const isNew = await saveShipment({ database, payments, request: { id: order.id, shipment, ship, actorId } })
      results.push(
        isNew ? { line, outcome: 'entered', message: messages.entered } : { line, outcome: 'unchanged', message: messages.unchanged },
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ line, outcome: 'refused', message: error.code === 'not_found' ? messages.unknownOrder : error.message })
    }
  }
  return results
}
