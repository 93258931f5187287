import { useState } from 'react'
import type { ImportDetail } from '#contract/catalog-admin/product-import.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { Needs } from '../../kit/needs.tsx'
import { stateLabels } from './import-list.tsx'

interface ImportStatusProps {
  detail: ImportDetail
  busy: boolean
  /** choices have changed since the check */
  isEdited: boolean
  onRun: () => void
  onRetry: () => void
  onCheck: () => void
  onStop: () => void
}

const format = (number: number) => number.toLocaleString('en-IN')

const bar =
  'h-2 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-madder [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-madder'

/** What the check has found, or how far the import is, with what can be done next. */
export function ImportStatus({ detail, busy, isEdited, onRun, onRetry, onCheck, onStop }: ImportStatusProps) {
  const { state, error, notes, outcomes, saved, pictures, soldOut, lowPrices, version } = detail
  const [acceptedVersion, setAcceptedVersion] = useState<number>()
  const isAccepted = lowPrices === 0 || acceptedVersion === version
  const canRun = !busy && !isEdited && isAccepted
  const total = outcomes.new + outcomes.changed
  const allPictures = pictures.waiting + pictures.added + pictures.failed
  if (state === 'checking') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status">The file is being checked…</p>
        <p className="text-sm text-soft">You can leave this page: the check goes on. Nothing is changed by it.</p>
        <Button aria-disabled={busy} onClick={onStop}>
          Stop the check
        </Button>
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status" className="max-w-prose font-medium text-bad">
          {error}
        </p>
        {!detail.isDeleted && (
          <Button aria-disabled={busy} onClick={onCheck}>
            Check the file again
          </Button>
        )}
      </div>
    )
  }
  if (state === 'checked') {
    return (
      <div className="flex flex-col gap-3">
        <p role="status" className={error === null ? '' : 'font-medium text-bad'}>
          {error ?? describeCheck(detail)}
        </p>
        {soldOut > 0 && (
          <p className="font-medium text-thread">
            {soldOut === 1 ? '1 product will be sold out.' : `${format(soldOut)} products will be sold out.`}
          </p>
        )}
        {lowPrices > 0 && (
          <Checkbox
            className="self-start font-medium"
            checked={isAccepted}
            onChange={({ currentTarget: { checked } }) => setAcceptedVersion(checked ? version : undefined)}
          >
            {lowPrices === 1 ? 'The price of 1 product' : `The prices of ${format(lowPrices)} products`} may fall below 30 % of what{' '}
            {lowPrices === 1 ? 'it was' : 'they were'}
          </Checkbox>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {total > 0 && (
            <Needs right="prices" otherwise={<p>An import sets prices: administrators with the right “Prices and offers” start it.</p>}>
              <Button variant="primary" aria-disabled={!canRun} onClick={() => canRun && onRun()}>
                Import {format(total)} {total === 1 ? 'product' : 'products'}
              </Button>
            </Needs>
          )}
        </div>
        {isEdited && <p className="font-medium text-thread">Your choices are not checked yet: press “Check again” below.</p>}
        {outcomes.error > 0 && (
          <p className="max-w-prose text-sm text-soft">
            Products with errors are not imported. Each one says why; correct it in the file and upload the file again, now or after this
            import.
          </p>
        )}
        {notes.length > 0 && (
          <ul aria-label="Notes about the file" className="flex max-w-prose flex-col gap-1 text-sm text-soft wrap-anywhere">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {stateLabels[state]}: {format(saved)} of {format(total)} products
        {allPictures > 0 && `, ${format(pictures.added)} of ${format(allPictures)} pictures`}
        {pictures.failed > 0 && `, ${format(pictures.failed)} failed`}
      </p>
      {state === 'done' && pictures.failed > 0 && (
        <Button aria-disabled={busy} onClick={onRetry} className="self-start">
          Try the failed pictures again
        </Button>
      )}
      {state === 'stopped' && (
        <>
          <p className="text-sm text-soft">
            What is saved stays. {detail.isDeleted ? 'The file is deleted: upload it again' : 'Check the file again'} to import the rest.
          </p>
          {!detail.isDeleted && (
            <Button aria-disabled={busy} onClick={onCheck} className="self-start">
              Check the file again
            </Button>
          )}
        </>
      )}
      {state === 'running' && (
        <>
          <progress
            aria-label="Progress of the import"
            max={total + allPictures}
            value={saved + pictures.added + pictures.failed}
            className={bar}
          />
          <p className="text-sm text-soft">You can leave this page: the import goes on, also after a restart of the shop.</p>
          <Button aria-disabled={busy} onClick={onStop} className="self-start">
            Stop the import
          </Button>
        </>
      )}
    </div>
  )
}

function describeCheck({ rows, outcomes }: ImportDetail): string {
  const parts = [
    `${format(outcomes.new)} new`,
    `${format(outcomes.changed)} changed`,
    `${format(outcomes.unchanged)} unchanged`,
    `${format(outcomes.error)} with errors`,
  ]
  return `Checked ${format(rows)} lines: ${parts.join(', ')}. Nothing has been changed yet.`
}
