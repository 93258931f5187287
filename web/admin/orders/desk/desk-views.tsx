import { Link } from 'react-router'
import { type DeskView, deskViews, dispatchPromiseHours } from '#contract/orders/order-desk.ts'
import { showTab } from '../../kit/admin-tabs.tsx'

export const viewLabels: Record<DeskView, string> = {
  new: 'New',
  'to-pack': 'To pack',
  'pre-orders': 'Pre-orders',
  packed: 'Packed',
  'booking-problems': 'Booking problems',
  shipped: 'Shipped',
  late: 'Late',
  'coming-back': 'Coming back',
  problems: 'Problems',
  all: 'All',
}

/** What a view lists, where its label does not say it. */
export const viewHints: Partial<Record<DeskView, string>> = {
  late: `Not shipped within ${dispatchPromiseHours} hours after the order or its confirmation.`,
  'pre-orders': 'Orders with an item whose day has not come. On that day they are listed under To pack by themselves.',
  'booking-problems': 'Parcels that the courier has not booked or not cancelled, and those to be booked again. Each order says why.',
  'coming-back': 'Refused and undelivered parcels. Open an order to record that its parcel is back.',
  problems: 'Orders that need a person: no answer, incomplete address, missing size, or a payment to review.',
}

interface DeskViewsProps {
  current: DeskView
  counts: Readonly<Record<DeskView, number>> | undefined
  buildHref: (view: DeskView) => string
}

/** Views that are red as long as they are not empty. */
const urgentViews: readonly DeskView[] = ['late', 'problems', 'booking-problems']

/** Only shops that book parcels at a courier need this view. */
const isHidden = (view: DeskView, { current, counts }: Pick<DeskViewsProps, 'current' | 'counts'>): boolean =>
  view === 'booking-problems' && view !== current && !counts?.[view]

/** Links to the views with the number of their orders. */
export function DeskViews({ current, counts, buildHref }: DeskViewsProps) {
  return (
    <nav aria-label="Views" className="scroll-row">
      <ul className="flex gap-2">
        {deskViews
          .filter((view) => !isHidden(view, { current, counts }))
          .map((view) => (
            <li key={view}>
              <Link
                ref={view === current ? showTab : undefined}
                to={buildHref(view)}
                aria-current={view === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-sm whitespace-nowrap tabular-nums sm:min-h-9 ${view === current ? 'border-ink bg-ink text-page forced-colors:border-3' : 'border-edge hover:border-ink hover:bg-sunk'}`}
              >
                <span className="font-semibold">{viewLabels[view]}</span>
                <span className={view !== current && counts?.[view] && urgentViews.includes(view) ? 'font-semibold text-bad' : ''}>
                  {counts?.[view].toLocaleString('en-IN') ?? '–'}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
