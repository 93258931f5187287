import { useState } from 'react'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { readStoredJson, storeJson } from '../../../api/stored-json.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Needs } from '../../kit/needs.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { RemoveDemoProducts } from '../../shared/demo-products.tsx'
import { describeHealth, type FirstDay as FirstDayData, type Health, listSteps, type Step } from './list-steps.ts'

const load = () => callSignedIn('GET /first-day', {})

/** The day on which this browser closed the list. */
const storageKey = 'firstDayClosed'

/** What a new shop still has to do. Closed, it comes back the next day while something is open. */
export function FirstDay() {
  const { data, reload } = useResource({ id: 'first day', load })
  const [closedOn, setClosedOn] = useState(() => readStoredJson('localStorage', storageKey))
  if (data === undefined) return null
  const now = Date.now()
  const steps = listSteps({ firstDay: data, now })
  const health = describeHealth({ firstDay: data, now })
  const open = steps.filter(({ isDone }) => !isDone).length + health.filter(({ isGood }) => !isGood).length
  const isClosed = closedOn !== undefined && (open === 0 || closedOn === toIndianDay())
  const close = (day: string | undefined) => {
    storeJson('localStorage', storageKey, day)
    setClosedOn(day)
  }
  return (
    <section aria-labelledby="first-day" className="mt-4 flex flex-col gap-5 border-t border-line pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="first-day" className="font-display text-2xl">
          First day
        </h2>
        <p className="text-sm text-soft">{open === 0 ? 'Nothing is open' : `${open} open`}</p>
        <Button className="text-sm sm:min-h-10" aria-expanded={!isClosed} onClick={() => close(isClosed ? undefined : toIndianDay())}>
          {isClosed ? 'Show the list' : 'Close the list'}
        </Button>
      </div>
      {!isClosed && (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
          <StepList steps={steps} firstDay={data} onChanged={reload} />
          <HealthList health={health} />
        </div>
      )}
    </section>
  )
}

/** Open steps first. */
function StepList({ steps, firstDay, onChanged }: { steps: readonly Step[]; firstDay: FirstDayData; onChanged: () => void }) {
  const sorted = [...steps.filter(({ isDone }) => !isDone), ...steps.filter(({ isDone }) => isDone)]
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sorted.map(({ key, isDone, text, link }) => (
        <li key={key} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
          <Mark isGood={isDone} label={isDone ? 'Done' : 'Open'} />
          <span className={`min-w-0 flex-1 basis-52 ${isDone ? 'text-soft' : ''}`}>{text}</span>
          {!isDone && link && (
            <ScreenLink to={link.to} className="link inline-flex min-h-11 items-center max-sm:ml-24 sm:min-h-8">
              {link.label}
            </ScreenLink>
          )}
          {!isDone && key === 'demo' && (
            <Needs right="products">
              <RemoveDemoProducts count={firstDay.demoProducts} onRemoved={onChanged} />
            </Needs>
          )}
        </li>
      ))}
    </ul>
  )
}

function HealthList({ health }: { health: readonly Health[] }) {
  return (
    <dl className="flex flex-col gap-4 self-start">
      {health.map(({ part, isGood, text }) => (
        <div key={part}>
          <dt className="flex items-center gap-2 font-semibold">
            <Mark isGood={isGood} label={isGood ? 'Works' : 'Needs you'} />
            {part}
          </dt>
          <dd className={`wrap-anywhere ${isGood ? 'text-soft' : ''}`}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says how something stands in a word, with its colour. */
const Mark = ({ isGood, label }: { isGood: boolean; label: string }) => (
  <span
    className={`inline-block w-20 shrink-0 rounded-control border px-1.5 text-center text-xs font-medium ${isGood ? 'border-line text-good' : 'border-edge text-bad'}`}
  >
    {label}
  </span>
)
