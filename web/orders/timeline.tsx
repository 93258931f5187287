import { listOrderSteps, type TimelineStep } from './fulfilment-steps.ts'
import { describeStep, formatDateTime } from './order-text.ts'

/** The life of an order as a seam: sewn as far as it has come, chalked where it still goes. */
export function OrderTimeline({ orderStatus, events }: { orderStatus: string; events: readonly Required<TimelineStep>[] }) {
  const steps = listOrderSteps({ orderStatus, events })
  const last = events.length - 1
  return (
    <ol aria-label="What has happened" className="flex flex-col">
      {steps.map(({ event, happenedAt }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may happen twice; its place is its name
          key={index}
          aria-current={index === last ? 'step' : undefined}
          className="relative flex gap-4 pb-6 last:pb-0"
        >
          {index < steps.length - 1 && <Seam sewn={index < last} />}
          <Knot state={index < last ? 'done' : index === last ? 'now' : 'ahead'} ended={isEnd(event)} />
          <div className={`flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-6 ${happenedAt ? '' : 'text-soft'}`}>
            <p className={index === last ? 'font-semibold' : 'font-medium'}>
              {event === 'Refused' ? 'Refused on delivery' : event}
              {happenedAt === undefined && <span className="sr-only">, still to come</span>}
            </p>
            {happenedAt && (
              <time dateTime={happenedAt} className="text-sm text-soft tabular-nums">
                {formatDateTime(happenedAt)}
              </time>
            )}
            {index === last && <p className="w-full text-sm text-soft">{describeStep(event)}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

const isEnd = (event: string) => event === 'Cancelled' || event === 'Refused'

/** The thread between two knots. */
function Seam({ sewn }: { sewn: boolean }) {
  return (
    <svg aria-hidden="true" className="absolute top-6 left-2.75 h-[calc(100%-1.5rem)] w-0.5 overflow-visible">
      <line
        x1="1"
        x2="1"
        y1="2"
        y2="100%"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={sewn ? '8 5' : '1 6'}
        className={sewn ? 'stroke-thread' : 'stroke-edge'}
      />
    </svg>
  )
}

/** A button sewn on: with its cross of thread when done, an empty circle while it is still to come. */
function Knot({ state, ended }: { state: 'done' | 'now' | 'ahead'; ended: boolean }) {
  const colour = state === 'ahead' ? 'stroke-edge' : ended ? 'stroke-bad' : 'stroke-thread'
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true" strokeLinecap="round" className={`shrink-0 ${colour}`}>
      <circle
        cx="12"
        cy="12"
        r={state === 'now' ? 10 : 8}
        strokeWidth={state === 'now' ? 2.4 : 1.8}
        strokeDasharray={state === 'ahead' ? '2 3.5' : undefined}
      />
      {state !== 'ahead' && <path d={ended ? 'M9 9l6 6M15 9l-6 6' : 'M8 12.5l2.8 2.8L16 9.5'} strokeWidth="2" strokeLinejoin="round" />}
    </svg>
  )
}
