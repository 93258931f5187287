import type { Shipment } from '#contract/shipping/shipment.ts'

/** The parcels of an order: courier, tracking number and the courier's page. */
export function Parcels({ shipments }: { shipments: readonly Shipment[] }) {
  if (shipments.length === 0) return null
  return (
    <ul aria-label="Parcels" className="flex flex-col gap-3 border-t border-line pt-4">
      {shipments.map(({ courierName, trackingNumber, trackingUrl }) => (
        <li key={trackingNumber} className="flex flex-wrap items-center justify-between gap-x-6">
          <p className="wrap-anywhere">
            <span className="block text-sm text-soft">{courierName}, tracking number</span>
            <span className="font-semibold tabular-nums">{trackingNumber}</span>
          </p>
          {trackingUrl !== null && (
            <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center print:hidden">
              Track parcel<span className="sr-only"> (opens the courier's page in a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
