import { buildTrackingUrl, couriers } from '#contract/shipping/couriers.ts'
import type { AdminShipment, Shipment } from '#contract/shipping/shipment.ts'
import type { Database } from '../../database/schema.ts'

/** The shipments of an order to its shopper that have a tracking number, oldest first. `server/shipping/` writes them. */
export async function readShipments({ database, orderId }: { database: Database; orderId: string }): Promise<AdminShipment[]> {
  const rows = await database
    .selectFrom('shipments')
    .select(['courier', 'tracking_number', 'tracking_url', 'shipped_at'])
    .where('order_id', '=', orderId)
    .where('direction', '=', 'forward')
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ courier, tracking_number: trackingNumber, tracking_url: ownUrl, shipped_at }) => {
    if (trackingNumber === null) return []
    const trackingUrl = buildTrackingUrl({ courier, trackingNumber, ownUrl })
    const shippedAt = shipped_at?.toISOString() ?? null
    return [{ courier, courierName: couriers[courier].name, trackingNumber, trackingUrl, ownUrl, shippedAt }]
  })
}

/** What the shopper sees of shipments: those that have left the shop. */
export function toParcels(shipments: readonly AdminShipment[]): Shipment[] {
  return shipments.flatMap(({ courierName, trackingNumber, trackingUrl, shippedAt }) =>
    shippedAt === null ? [] : [{ courierName, trackingNumber, trackingUrl, shippedAt }],
  )
}
