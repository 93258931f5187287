import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from './file-drop.tsx'
import { type Column, Table } from './table.tsx'
import { StatusMessage, useAction } from './use-action.tsx'

const outcomes = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Refused' } as const
type Outcome = keyof typeof outcomes

interface Line {
  readonly line: number
  readonly outcome: Outcome
  readonly reason: string | null
}

interface FileResult<FileLine extends Line> {
  readonly message: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly lines: readonly FileLine[]
}

interface CheckedFileProps<FileLine extends Line> {
  hint: string
  /** what a line says, between its number and its outcome */
  columns: readonly Column<FileLine>[]
  /** with `isCheck` nothing is changed */
  send: (request: { file: File; isCheck: boolean }) => Promise<FileResult<FileLine>>
}

interface Checked<FileLine extends Line> {
  readonly file: File
  readonly result: FileResult<FileLine>
  readonly isImported: boolean
}

/** A CSV file that is checked when it is chosen, and imported on request. */
export function CheckedFile<FileLine extends Line>({ hint, columns, send }: CheckedFileProps<FileLine>) {
  const [checked, setChecked] = useState<Checked<FileLine>>()
  const { busy, message, run } = useAction()
  const act = (file: File, isCheck: boolean) =>
    run(async () => {
      if (isCheck) setChecked(undefined)
      const result = await send({ file, isCheck })
      setChecked({ file, result, isImported: !isCheck })
      return result
    })
  const { counts } = checked?.result ?? {}
  const changes = counts ? counts.new + counts.changed : 0
  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        label="Choose a CSV file"
        hint={hint}
        accept=".csv,text/csv"
        disabled={busy}
        onFiles={([file]) => file && void act(file, true)}
      />
      <StatusMessage message={busy ? { text: 'Reading the file…', isError: false } : message} />
      {checked && counts && (
        <section aria-label="Lines of the file" className="flex flex-col gap-4">
          <h2 className="text-lg font-semibold wrap-anywhere">{checked.file.name}</h2>
          <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm tabular-nums">
            {(Object.keys(outcomes) as Outcome[]).map((outcome) => (
              <div key={outcome}>
                <dt className="text-soft">{outcomes[outcome]}</dt>
                <dd className={`text-lg font-semibold ${outcome === 'refused' && counts.refused > 0 ? 'text-bad' : ''}`}>
                  {counts[outcome].toLocaleString('en-IN')}
                </dd>
              </div>
            ))}
          </dl>
          {!checked.isImported && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button variant="ink" disabled={changes === 0} aria-disabled={busy} onClick={() => act(checked.file, false)}>
                {busy
                  ? 'Importing…'
                  : changes === 0
                    ? 'Nothing to import'
                    : `Import ${changes === 1 ? '1 line' : `${changes.toLocaleString('en-IN')} lines`}`}
              </Button>
              <span className="text-sm text-soft">
                {counts.refused > 0 ? 'Nothing is changed yet. Refused lines are left out.' : 'Nothing is changed yet.'}
              </span>
            </div>
          )}
          <Table
            label="Lines of the file, refused ones first"
            rows={checked.result.lines}
            getKey={({ line }) => String(line)}
            stickyHead={false}
            columns={[
              { head: 'Line', cell: ({ line }) => <span className="text-soft">{line.toLocaleString('en-IN')}</span> },
              ...columns,
              {
                head: 'Outcome',
                cell: ({ outcome, reason }) =>
                  outcome === 'refused' ? (
                    <span className="font-medium text-bad">{reason}</span>
                  ) : (
                    <>
                      {outcomes[outcome]}
                      {reason !== null && <span className="block text-soft">{reason}</span>}
                    </>
                  ),
              },
            ]}
          />
          {checked.result.lines.length < Object.values(counts).reduce((sum, count) => sum + count, 0) && (
            <p className="text-sm text-soft">The first {checked.result.lines.length.toLocaleString('en-IN')} lines are shown.</p>
          )}
        </section>
      )}
    </div>
  )
}
