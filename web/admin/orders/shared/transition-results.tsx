import { useEffect, useRef, useState } from 'react'
import type { TransitionResult } from '#contract/orders/order-desk.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { shipmentsPath } from '../../kit/list-href.ts'
import { Details } from '../../kit/section.tsx'
import type { TransitionRun, useTransitions } from './use-transitions.ts'

function describeRun({ to, total, answers, busy }: TransitionRun): string {
  const moved = answers.filter(({ result }) => result === 'moved').length
  if (busy) return `${answers.length.toLocaleString('en-IN')} of ${formatCountOf(total, 'order')} answered…`
  if (moved === 0) return to === 'undo' ? 'No order was undone.' : 'No order was moved.'
  if (to === 'undo') return `${formatCountOf(moved, 'order')} undone.`
  return `${formatCountOf(moved, 'order')} ${moved === 1 ? 'is' : 'are'} now ${to}.`
}

/** What became of the orders of a run, with the undo. */
export function TransitionResults({
  run,
  undo,
  resume,
  close,
}: Pick<ReturnType<typeof useTransitions>, 'undo' | 'resume' | 'close'> & { run: TransitionRun }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, error, answers, to } = run
  const others = answers.filter(({ result }) => result !== 'moved')
  const moved = answers.filter(({ result }) => result === 'moved')
  // The pressed button is gone.
  useEffect(() => {
    if (!busy) heading.current?.focus()
  }, [busy])
  return (
    <section aria-labelledby="transition-results" className="flex flex-col gap-3 rounded-control border border-edge bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="transition-results" ref={heading} tabIndex={-1} className="grow font-semibold outline-none">
          {describeRun(run)}
        </h2>
        {!busy && run.undoUntil !== undefined && moved.length > 0 && (
          <UndoButton key={run.undoUntil} until={run.undoUntil} onUndo={undo} onExpire={() => heading.current?.focus()} />
        )}
        {to === 'Shipped' && !busy && moved.length > 0 && (
          <LinkButton to={shipmentsPath} className="text-sm sm:min-h-9 sm:py-1">
            Add tracking numbers
          </LinkButton>
        )}
        {!busy && (
          <Button variant="quiet" className="text-sm sm:min-h-9 sm:py-1" onClick={close}>
            Close
          </Button>
        )}
      </div>
      {busy && <progress aria-label="Orders answered" max={run.total} value={answers.length} className="h-1.5 w-full accent-thread" />}
      {error !== undefined && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-medium text-bad">
            {error} {formatCountOf(run.rest.length, 'order')} without an answer.
          </p>
          <Button onClick={resume}>Continue</Button>
        </div>
      )}
      {others.length > 0 && (
        <div className="flex flex-col gap-1 text-sm">
          <h3 className="font-semibold text-bad">{to === 'undo' ? 'Not undone' : 'Not moved'}</h3>
          <AnswerList answers={others} />
        </div>
      )}
      {moved.length > 0 && !busy && (
        <Details title={to === 'undo' ? 'Undone orders' : 'Moved orders'}>
          <AnswerList answers={moved} />
        </Details>
      )}
    </section>
  )
}

function AnswerList({ answers }: { answers: readonly TransitionResult[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
    <ul tabIndex={0} aria-label="Answers" className="flex max-h-72 flex-col overflow-y-auto">
      {answers.map(({ _id, number, message, orderStatus, result }) => (
        <li key={_id} className="flex flex-wrap items-baseline gap-x-4 border-line py-1.5 not-last:border-b">
          {number === null ? (
            <span className="font-semibold">Unknown order</span>
          ) : (
            <DrawerLink id={_id} className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6">
              {number}
            </DrawerLink>
          )}
          <span>
            {message}
            {result === 'changed' && ` It is ${orderStatus} now.`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The undo. Shows the seconds that are left, and disappears after them. */
export function UndoButton({ until, onUndo, onExpire }: { until: number; onUndo: () => void; onExpire: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(() => Math.ceil((until - Date.now()) / 1_000))
  const button = useRef<HTMLButtonElement>(null)
  const isOver = secondsLeft <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => {
      const left = Math.ceil((until - Date.now()) / 1_000)
      if (left <= 0 && document.activeElement === button.current) onExpire()
      setSecondsLeft(left)
    }, 500)
    return () => clearInterval(timer)
  }, [until, isOver, onExpire])
  if (isOver) return null
  return (
    <Button ref={button} variant="ink" className="tabular-nums sm:min-h-9 sm:py-1" onClick={onUndo}>
      Undo <span aria-hidden="true">({secondsLeft} s)</span>
    </Button>
  )
}
