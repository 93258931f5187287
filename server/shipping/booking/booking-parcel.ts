import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { CsvCell } from '../../csv/write-csv.ts'

export interface BookingItem {
  readonly name: string
  readonly sku: string
  readonly quantity: number
  /** rupees for one */
  readonly price: number
}

/** An order as a file of bookings needs it. Amounts are in rupees. */
export interface BookingParcel {
  readonly number: string
  readonly placedAt: Date
  readonly firstName: string
  readonly lastName: string
  /** ten digits */
  readonly phone: string
  readonly email: string
  /** with the landmark, on the lines of the format */
  readonly addressLines: readonly string[]
  readonly address: string
  readonly city: string
  readonly state: string
  readonly pinCode: string
  /** what the courier collects; 0 for a paid order */
  readonly toCollect: number
  /** what the order costs, with discounts and fees */
  readonly total: number
  readonly discount: number
  readonly fees: number
  readonly items: readonly BookingItem[]
  /** what the shopper said about the order, in one line */
  readonly note: string
  readonly weightGrams: number
  readonly lengthCm: number
  readonly breadthCm: number
  readonly heightCm: number
}

export interface RowFacts {
  readonly parcel: BookingParcel
  /** undefined where a row is an order */
  readonly item: BookingItem | undefined
  /** of the order in the file, from 1 */
  readonly serial: number
  readonly settings: ShopSettings
  readonly now: Date
}

export type Column = readonly [head: string, read: (facts: RowFacts) => CsvCell]

export interface BookingFileFormat {
  /** lines of an address and their characters */
  readonly address: { readonly lines: number; readonly length: number }
  /** amounts to collect are whole rupees */
  readonly isWholeRupees?: boolean
  /** a row for each item instead of one for the order */
  readonly hasItemRows?: boolean
  readonly columns: readonly Column[]
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: '2-digit', month: '2-digit', year: 'numeric' })

/** `28-11-2026` in India. */
export const formatDay = (date: Date, separator: string): string => day.format(date).replaceAll('/', separator)

export const toKilograms = (grams: number): number => grams / 1_000

/** Some people have one name. */
export const joinName = ({ firstName, lastName }: BookingParcel): string => [firstName, lastName].filter(Boolean).join(' ')

export const readPayment = ({ toCollect }: BookingParcel): 'COD' | 'Prepaid' => (toCollect > 0 ? 'COD' : 'Prepaid')

export const describeItems = ({ items }: BookingParcel): string => items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; ')
