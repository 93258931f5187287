import { useEffect, useId, useState } from 'react'
import type { SizeGuide as Guide } from '#contract/catalog/size-guide.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { HowToMeasure, MeasureTable, type Unit, units } from './measure-table.tsx'

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
    call('GET /categories/size-guide', { query: { category } }).then(
      ({ sizeGuide }) => isCurrent && setLoaded({ attempt, guide: sizeGuide }),
      () => isCurrent && setLoaded({ attempt }),
    )
    return () => {
      isCurrent = false
    }
  }, [category, attempt])
  return (
    <Dialog open isWide onClose={onClose} title="Size guide">
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

function GuideTable({ guide }: { guide: Guide }) {
  const [unit, setUnit] = useState<Unit>('cm')
  const name = useId()
  return (
    <>
      {guide.note && <p className="wrap-anywhere whitespace-pre-line text-soft">{guide.note}</p>}
      <fieldset className="flex gap-1.5">
        <legend className="sr-only">Unit</legend>
        {(Object.keys(units) as Unit[]).map((choice) => (
          <label key={choice} className="size-chip h-11 px-4">
            <input type="radio" name={name} checked={unit === choice} onChange={() => setUnit(choice)} />
            {units[choice]}
          </label>
        ))}
      </fieldset>
      <MeasureTable guide={guide} unit={unit} />
      <HowToMeasure shown={guide.measures} level={3} />
    </>
  )
}
