import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from './checkbox.tsx'
import { FileDrop } from './file-drop.tsx'
import { formatCountOf } from './format-count-of.ts'
import { ListFrame } from './list-frame.tsx'
import { type Column, Table } from './table.tsx'
import { StatusMessage, useAction } from './use-action.tsx'

const outcomes = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Refused' } as const
type Outcome = keyof typeof outcomes

interface Line {
  readonly line: number
  readonly outcome: Outcome
  readonly reason: string | null
}

interface FileResult {
  readonly message: string
  /** `missing`: what the file does not name and an import can delete */
  readonly counts: Readonly<Record<Outcome, number>> & { readonly missing?: number | undefined; readonly deleted?: number | undefined }
  /** how the file was read */
  readonly notes: readonly string[]
  readonly lines: readonly Line[]
}

interface CheckedFileProps<Result extends FileResult> {
  hint: string
  /** what a line says, between its number and its outcome */
  columns: readonly Column<Result['lines'][number]>[]
  /** with `isCheck` nothing is changed; `deletes`: the number of missing ones that are deleted, undefined when they stay */
  send: (request: { file: File; isCheck: boolean; deletes: number | undefined }) => Promise<Result>
  /** the label of the box that deletes what is missing, and examples */
  deletion?: (result: Result) => { readonly label: string; readonly hint: string }
}

interface Checked<Result> {
  readonly file: File
  readonly result: Result
  readonly isImported: boolean
}

/** What the button does; empty when it would do nothing. */
function formatAction({ changes, deletes }: { changes: number; deletes: number }): string {
  const lines = formatCountOf(changes, 'line')
  const deleted = deletes.toLocaleString('en-IN')
  if (deletes === 0) return changes === 0 ? '' : `Import ${lines}`
  return changes === 0 ? `Delete ${deleted}` : `Import ${lines} and delete ${deleted}`
}

/** A CSV file that is checked when it is chosen, and imported on request. */
function CheckedFile<Result extends FileResult>({ hint, columns, send, deletion }: CheckedFileProps<Result>) {
  const [checked, setChecked] = useState<Checked<Result>>()
  const [isDeleting, setDeleting] = useState(false)
  const { busy, message, run } = useAction()
  const act = (file: File, isCheck: boolean) =>
    run(async () => {
      if (isCheck) setChecked(undefined)
      const deletes = !isCheck && isDeleting ? checked?.result.counts.missing : undefined
      setDeleting(false)
      const result = await send({ file, isCheck, deletes })
      setChecked({ file, result, isImported: !isCheck })
      return result
    })
  const { counts } = checked?.result ?? {}
  const changes = counts ? counts.new + counts.changed : 0
  const { missing = 0, deleted = 0 } = counts ?? {}
  const box = checked && !checked.isImported && missing > 0 ? deletion?.(checked.result) : undefined
  const name = formatAction({ changes, deletes: box && isDeleting ? missing : 0 })
  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        label="Choose a CSV or Excel file"
        hint={hint}
        accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv"
        disabled={busy}
        onFiles={([file]) => file && void act(file, true)}
      />
      <StatusMessage message={busy ? { text: 'Reading the file…', isError: false } : message} />
      {checked && counts && (
        <section aria-label="Lines of the file" className="flex flex-col gap-4">
          <h2 className="text-lg font-semibold wrap-anywhere">{checked.file.name}</h2>
          {checked.result.notes.map((note) => (
            <p key={note} className="max-w-prose text-sm">
              {note}
            </p>
          ))}
          <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm tabular-nums">
            {(Object.keys(outcomes) as Outcome[]).map((outcome) => (
              <div key={outcome}>
                <dt className="text-soft">{outcomes[outcome]}</dt>
                <dd className={`text-lg font-semibold ${outcome === 'refused' && counts.refused > 0 ? 'text-bad' : ''}`}>
                  {counts[outcome].toLocaleString('en-IN')}
                </dd>
              </div>
            ))}
            {deleted > 0 && (
              <div>
                <dt className="text-soft">Deleted</dt>
                <dd className="text-lg font-semibold">{deleted.toLocaleString('en-IN')}</dd>
              </div>
            )}
          </dl>
          {box && (
            <div className="flex flex-col text-sm">
              <Checkbox
                className="font-medium"
                checked={isDeleting}
                disabled={busy}
                aria-describedby="deletion-hint"
                onChange={(event) => setDeleting(event.target.checked)}
              >
                {box.label}
              </Checkbox>
              <span id="deletion-hint" className="pl-8 text-soft">
                {box.hint}
              </span>
            </div>
          )}
          {!checked.isImported && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button variant="ink" disabled={name === ''} aria-disabled={busy} onClick={() => act(checked.file, false)}>
                {busy ? 'Importing…' : name || 'Nothing to import'}
              </Button>
              <span className="text-sm text-soft">
                {counts.refused > 0 ? 'Nothing is changed yet. Refused lines are left out.' : 'Nothing is changed yet.'}
              </span>
            </div>
          )}
          <Table
            label="Lines of the file, refused ones first"
            rows={checked.result.lines}
            getKey={(line) => `${line.line} ${checked.result.lines.indexOf(line)}`}
            stickyHead={false}
            columns={[
              { head: 'Line', cell: ({ line }) => <span className="text-soft">{line.toLocaleString('en-IN')}</span> },
              ...columns,
              {
                head: 'Outcome',
                cell: ({ outcome, reason }) =>
                  outcome === 'refused' ? <span className="font-medium text-bad">{reason}</span> : outcomes[outcome],
                further: ({ outcome, reason }) => outcome !== 'refused' && reason,
              },
            ]}
          />
          {checked.result.lines.length < (Object.keys(outcomes) as Outcome[]).reduce((sum, outcome) => sum + counts[outcome], 0) && (
            <p className="text-sm text-soft">The first {checked.result.lines.length.toLocaleString('en-IN')} lines are shown.</p>
          )}
        </section>
      )}
    </div>
  )
}

interface CsvImportPageProps<Result extends FileResult> extends Omit<CheckedFileProps<Result>, 'hint' | 'columns'> {
  title: string
  tabs: ReactNode
  /** the list that the file is imported into */
  list: { to: string; label: string }
  intro: ReactNode
  maxLines: number
  /** the heading and the two lines of what a line of the file says */
  columnHead: string
  describeLine: (line: Result['lines'][number]) => readonly [main: string, further: string]
  /** choices that the check depends on: above the file */
  children?: ReactNode
  /** of these choices: another one needs another check */
  checkKey?: string
  /** below the file */
  below?: ReactNode
}

/** Imports a CSV file into a list, after a check that changes nothing. */
export function CsvImportPage<Result extends FileResult>({
  title,
  tabs,
  list,
  intro,
  maxLines,
  columnHead,
  describeLine,
  children,
  checkKey = '',
  below,
  ...file
}: CsvImportPageProps<Result>) {
  const columns: readonly Column<Result['lines'][number]>[] = [
    {
      head: columnHead,
      className: 'w-3/5 wrap-anywhere',
      cell: (line) => describeLine(line)[0],
      further: (line) => describeLine(line)[1],
    },
  ]
  return (
    <ListFrame
      title={title}
      tabs={tabs}
      aside={
        <Link to={list.to} className="link inline-flex min-h-11 items-center sm:min-h-0">
          {list.label}
        </Link>
      }
    >
      <p className="max-w-prose text-soft">{intro}</p>
      {children}
      <CheckedFile key={checkKey} hint={`Or drop it here. Up to ${maxLines.toLocaleString('en-IN')} lines.`} columns={columns} {...file} />
      {below}
    </ListFrame>
  )
}
