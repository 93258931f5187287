import { endsEarly } from '#contract/orders/order-status.ts'
import { formatDateTime } from '../../ui/format-date.ts'
import { formatStepCount, listOrderSteps, type TimelineEvent } from './fulfilment-steps.ts'
import { describeEvent, formatEvent } from './order-text.ts'

/** The steps of an order: those so far with what happened in them, and those ahead. The current one is the order's status. */
export function OrderTimeline({ orderStatus, events }: { orderStatus: string; events: readonly TimelineEvent[] }) {
  const steps = listOrderSteps({ orderStatus, events })
  const last = steps.findLastIndex(({ happenedAt }) => happenedAt !== undefined)
  const statusIndex = steps.findLastIndex(({ event, happenedAt }) => event === orderStatus && happenedAt !== undefined)
  const current = statusIndex < 0 ? last : statusIndex
  const count = formatStepCount(orderStatus)
  return (
    <div className="flex flex-col gap-4">
      {count && <p className="text-sm text-soft">{count}</p>}
      <ol aria-label="Order timeline" className="flex flex-col">
        {steps.map(({ event, happenedAt, details }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same event may happen twice
            key={index}
            aria-current={index === current ? 'step' : undefined}
            className="relative flex gap-4 pb-6 last:pb-0"
          >
            {index < steps.length - 1 && <Connector done={index < last} />}
            <StepIcon state={index === current ? 'now' : index <= last ? 'done' : 'ahead'} failed={endsEarly(event)} />
            <div className={`flex min-w-0 grow flex-col gap-1.5 ${happenedAt ? '' : 'text-soft'}`}>
              <EventLine event={event} happenedAt={happenedAt} isCurrent={index === current} isDescribed={index === current} />
              {details.map((detail, number) => (
                <EventLine
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same event may happen twice
                  key={number}
                  {...detail}
                  isDescribed={index === last && number === details.length - 1}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface EventLineProps {
  event: string
  happenedAt: string | undefined
  isCurrent?: boolean
  isDescribed: boolean
}

function EventLine({ event, happenedAt, isCurrent = false, isDescribed }: EventLineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <p className={isCurrent ? 'font-semibold' : 'font-medium'}>
        {formatEvent(event)}
        {happenedAt === undefined && <span className="sr-only">, not yet done</span>}
      </p>
      {happenedAt && (
        <time dateTime={happenedAt} className="text-sm text-soft tabular-nums">
          {formatDateTime(happenedAt)}
        </time>
      )}
      {isDescribed && <p className="w-full text-sm text-soft">{describeEvent(event)}</p>}
    </div>
  )
}

/** The line between two steps. */
function Connector({ done }: { done: boolean }) {
  return (
    <svg aria-hidden="true" className="absolute top-6 left-2.75 h-[calc(100%-1.5rem)] w-0.5 overflow-visible">
      <line
        x1="1"
        x2="1"
        y1="2"
        y2="100%"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={done ? '8 5' : '1 6'}
        className={done ? 'stroke-thread' : 'stroke-edge'}
      />
    </svg>
  )
}

/** A check mark for a step that is done, a cross for an early end, an empty circle for a step ahead. */
function StepIcon({ state, failed }: { state: 'done' | 'now' | 'ahead'; failed: boolean }) {
  const colour = state === 'ahead' ? 'stroke-edge' : failed ? 'stroke-bad' : 'stroke-thread'
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true" strokeLinecap="round" className={`shrink-0 ${colour}`}>
      <circle
        cx="12"
        cy="12"
        r={state === 'now' ? 10 : 8}
        strokeWidth={state === 'now' ? 2.4 : 1.8}
        strokeDasharray={state === 'ahead' ? '2 3.5' : undefined}
      />
      {state !== 'ahead' && <path d={failed ? 'M9 9l6 6M15 9l-6 6' : 'M8 12.5l2.8 2.8L16 9.5'} strokeWidth="2" strokeLinejoin="round" />}
    </svg>
  )
}
