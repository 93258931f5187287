import { useEffect, useId, useState } from 'react'
import { type Measure, measures, toInches } from '#contract/measures.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import type { SizeGuide as Guide } from '#contract/size-guide.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { findLetter, MeasureDrawing } from './measure-drawing.tsx'

interface Loaded {
  readonly attempt: number
  readonly guide?: Guide
}

/** The dialog with the body measurements of the sizes of a category. */
export function SizeGuide({ category, onClose }: { category: string | undefined; onClose: () => void }) {
  const [attempt, setAttempt] = useState(1)
  const [loaded, setLoaded] = useState<Loaded>({ attempt: 0 })
  useEffect(() => {
    let isCurrent = true
    call('getSizeGuide', { query: { category } }).then(
      ({ sizeGuide }) => isCurrent && setLoaded({ attempt, guide: sizeGuide }),
      () => isCurrent && setLoaded({ attempt }),
    )
    return () => {
      isCurrent = false
    }
  }, [category, attempt])
  return (
    <Dialog open onClose={onClose} title="Size guide">
      {loaded.guide && <GuideTable guide={loaded.guide} />}
      {!loaded.guide && loaded.attempt < attempt && (
        <div role="status" className="min-h-80">
          <span className="sr-only">Loading</span>
        </div>
      )}
      {!loaded.guide && loaded.attempt === attempt && (
        <div role="alert" className="flex flex-col items-start gap-4">
          <p className="font-medium text-bad">{screenTexts.fetchFailed}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
        </div>
      )}
    </Dialog>
  )
}

const units = { cm: 'Centimetres', in: 'Inches' } as const

function GuideTable({ guide }: { guide: Guide }) {
  const [unit, setUnit] = useState<keyof typeof units>('cm')
  const name = useId()
  const format = (value: string) => (value === '' ? '–' : unit === 'in' ? toInches(value) : value)
  return (
    <>
      {guide.note && <p className="wrap-anywhere whitespace-pre-line text-soft">{guide.note}</p>}
      <fieldset className="flex gap-1.5">
        <legend className="sr-only">Unit</legend>
        {(Object.keys(units) as (keyof typeof units)[]).map((choice) => (
          <label key={choice} className="size-chip h-11 px-4">
            <input type="radio" name={name} checked={unit === choice} onChange={() => setUnit(choice)} className="size-chip-choice" />
            {units[choice]}
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label="Body measurements" tabIndex={0} className="scroll-row">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">Body measurements in {units[unit].toLowerCase()}</caption>
          <thead>
            <tr className="border-b border-edge text-sm text-soft">
              <th scope="col" className="py-2 pr-4 font-medium">
                Size
              </th>
              {guide.measures.map((measure) => (
                <th key={measure} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                  {measures[measure].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {guide.rows.map(({ size, values }) => (
              <tr key={size} className="border-b border-line last:border-0">
                <th scope="row" className="py-2.5 pr-4 font-semibold">
                  {size}
                </th>
                {guide.measures.map((measure, index) => (
                  <td key={measure} className="pr-4 whitespace-nowrap">
                    {format(values[index] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <HowToMeasure shown={guide.measures} />
    </>
  )
}

function HowToMeasure({ shown }: { shown: readonly Measure[] }) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">How to measure</h3>
      <div className="flex items-start gap-5">
        <MeasureDrawing shown={shown} />
        <ul className="flex min-w-0 flex-col gap-2 text-sm">
          {shown.map((measure) => (
            <li key={measure}>
              <span className="font-semibold">
                <span className="text-thread">{findLetter({ shown, measure })}</span> {measures[measure].label}
              </span>
              <span className="text-soft">: {measures[measure].how}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
