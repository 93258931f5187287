import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import type { Database } from '../database/schema.ts'
import type { CodShipment, RemittanceLine } from './remittance-rules.ts'

/** A shipment with the order whose cash its courier collects. */
export interface Parcel extends CodShipment {
  readonly orderId: string
  readonly courier: CourierKey
}

interface NumberQuery {
  readonly database: Database
  /** null: of any courier */
  readonly courier: CourierKey | null
  readonly numbers: readonly string[]
}

/** The shipments with these tracking numbers; several couriers may have the same one. */
export async function findParcels({ database, courier, numbers }: NumberQuery): Promise<Map<string, Parcel[]>> {
  const rows = await database
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['tracking_number', 'courier', 'orders.id as orderId', 'number', 'orders.status', 'collect_paise as collect'])
    .where(sql<boolean>`tracking_number = any (${numbers}::text[])`)
    .$if(courier !== null, (shipments) => shipments.where('courier', '=', courier as CourierKey))
    .execute()
  const parcels = new Map<string, Parcel[]>()
  for (const { tracking_number, ...parcel } of rows) {
    const key = tracking_number ?? ''
    parcels.set(key, [...(parcels.get(key) ?? []), parcel])
  }
  return parcels
}

/** The shipments of the orders with these numbers; an order of several parcels is not among them. */
export async function findParcelsOfOrders({ database, courier, numbers }: NumberQuery): Promise<Map<string, Parcel>> {
  const rows = await database
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['courier', 'orders.id as orderId', 'number', 'orders.status', 'collect_paise as collect'])
    .where(sql<boolean>`number = any (${numbers}::text[])`)
    .$if(courier !== null, (shipments) => shipments.where('courier', '=', courier as CourierKey))
    .execute()
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  return new Map([...byNumber].flatMap(([number, [parcel, other]]) => (parcel && !other ? [[number, parcel] as const] : [])))
}

/** A line of an earlier list. */
export interface RecordedLine {
  readonly trackingNumber: string
  /** null: not known */
  readonly courier: CourierKey | null
  readonly orderId: string | null
  readonly amount: Paise
  readonly reference: string | null
  readonly enteredAt: Date
}

/** The courier of a recorded line; null when it is not known. */
export const lineCourier = sql<CourierKey | null>`coalesce(
  cod_remittance_lines.courier, case when not cod_remittances.pays_several then cod_remittances.courier end
)`

/** Lines of earlier lists with these numbers, or of these orders: a number may have been corrected since. */
export async function findEarlierLines({ database, courier, numbers, orderIds }: NumberQuery & { orderIds: readonly string[] }) {
  const rows: RecordedLine[] = await database
    .selectFrom('cod_remittance_lines')
    .innerJoin('cod_remittances', 'cod_remittances.id', 'remittance_id')
    .select(['tracking_number as trackingNumber', lineCourier.as('courier'), 'order_id as orderId'])
    .select(['amount_paise as amount', 'reference', 'entered_at as enteredAt'])
    .where(sql<boolean>`(tracking_number = any (${numbers}::text[]) or order_id = any (${orderIds}::uuid[]))`)
    .orderBy('entered_at')
    .orderBy('line')
    .execute()
  const byNumber = Map.groupBy(rows, (line) => line.trackingNumber)
  const byOrder = Map.groupBy(rows, (line) => line.orderId)
  return {
    /** Lines with the number of a line, or of the order of its parcel. */
    find({ paid, parcel }: { paid: RemittanceLine; parcel: Parcel | undefined }): RecordedLine[] {
      const owner = parcel?.courier ?? courier
      const sameNumber = byNumber.get(paid.trackingNumber) ?? []
      const sameCourier = sameNumber.filter((line) => owner === null || line.courier === null || line.courier === owner)
      return [...new Set([...sameCourier, ...((parcel && byOrder.get(parcel.orderId)) ?? [])])]
    },
  }
}
