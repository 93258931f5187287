import { toColumnKey, trackingColumnNames } from './suggest-remittance-columns.ts'

/** The places of the columns in a list of tracking numbers. */
export interface ShipmentColumns {
  readonly number: number
  readonly trackingNumber: number
  /** -1 for a file of one courier, as couriers write them */
  readonly courier: number
  readonly trackingUrl: number
}

/** A pasted line without names of columns. */
export const usualShipmentColumns: ShipmentColumns = { number: 0, courier: 1, trackingNumber: 2, trackingUrl: 3 }

/** As couriers name them in the files that answer bookings, the best one first. */
const names = {
  number: [
    'ordernumber',
    'orderno',
    'orderid',
    'saleordernumber',
    'channelorderid',
    'customerreferencenumber',
    'bulkreference',
    'referenceno',
    'referencenumber',
    'refno',
    'reference',
    'order',
  ],
  trackingNumber: [...trackingColumnNames, 'barcodeno', 'barcode', 'articlenumber'],
  courier: ['couriercompany', 'couriername', 'courierpartner', 'courier', 'carrier'],
  trackingUrl: ['trackingurl', 'trackinglink', 'trackurl'],
} as const

const findColumn = (keys: readonly string[], candidates: readonly string[]): number =>
  candidates.map((name) => keys.indexOf(name)).find((index) => index >= 0) ?? -1

/** The columns that a line of names has; undefined for a line that names no order or no tracking number. */
export function findShipmentColumns(cells: readonly string[]): ShipmentColumns | undefined {
  const keys = cells.map(toColumnKey)
  const columns = {
    number: findColumn(keys, names.number),
    trackingNumber: findColumn(keys, names.trackingNumber),
    courier: findColumn(keys, names.courier),
    trackingUrl: findColumn(keys, names.trackingUrl),
  }
  return columns.number < 0 || columns.trackingNumber < 0 ? undefined : columns
}
