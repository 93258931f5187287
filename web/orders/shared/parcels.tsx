import type { ParcelJourney } from '#contract/shipping/parcel-journey.ts'
import { parcelStateTexts } from '#contract/shipping/parcel-states.ts'
import type { Shipment } from '#contract/shipping/shipment.ts'
import { formatDate, formatDateTime } from '../../ui/format-date.ts'

interface ParcelsProps {
  shipments: readonly Shipment[]
  /** of a parcel that was booked at a courier */
  journey?: ParcelJourney | undefined
}

/** The parcels of an order: courier, tracking number, the courier's page, and what happened on the way. */
export function Parcels({ shipments, journey }: ParcelsProps) {
  if (shipments.length === 0) return null
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <ul aria-label="Parcels" className="flex flex-col gap-3">
        {shipments.map(({ courierName, trackingNumber, trackingUrl }) => (
          <li key={trackingNumber} className="flex flex-wrap items-center justify-between gap-x-6">
            <p className="wrap-anywhere">
              <span className="block text-sm text-soft">{courierName}, tracking number</span>
              <span className="font-semibold tabular-nums">{trackingNumber}</span>
            </p>
            {trackingUrl !== null && (
              <a
                href={trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex min-h-11 items-center print:hidden"
              >
                Track parcel<span className="sr-only"> (opens the courier's page in a new tab)</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {journey && <Journey journey={journey} />}
    </div>
  )
}

/** How many steps are shown before the others are asked for. */
const shownSteps = 4

function Journey({ journey: { state, expectedOn, steps } }: { journey: ParcelJourney }) {
  const [shown, earlier] = [steps.slice(0, shownSteps), steps.slice(shownSteps)]
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="font-semibold">{parcelStateTexts[state]}</span>
        {expectedOn !== null && <span className="text-soft"> · expected by {formatDate(expectedOn)}</span>}
      </p>
      <JourneySteps steps={shown} label="The way of the parcel, newest first" />
      {earlier.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 items-center text-sm">Earlier steps</summary>
          <JourneySteps steps={earlier} label="Earlier steps of the parcel" />
        </details>
      )}
    </div>
  )
}

function JourneySteps({ steps, label }: { steps: ParcelJourney['steps']; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3 border-l border-edge pl-4">
      {steps.map(({ state, at, place }) => (
        <li key={`${at} ${state}`} className="flex flex-col text-sm">
          <span className="font-medium wrap-anywhere">
            {parcelStateTexts[state]}
            {place !== '' && <span className="font-normal">, {place}</span>}
          </span>
          <time dateTime={at} className="text-soft tabular-nums">
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
