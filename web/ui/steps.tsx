/** A list of steps with the current one marked. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol aria-label="Steps" className="flex gap-2 text-sm sm:gap-4">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`flex min-w-0 flex-1 flex-col gap-2 sm:max-w-48 ${index === current ? 'font-semibold text-ink' : 'text-soft'}`}
        >
          <span aria-hidden="true" className={index <= current ? 'dashed-line text-thread' : 'h-0.5 bg-line'} />
          <span>
            <span className="tabular-nums">{index + 1}</span> {step}
            {index < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
