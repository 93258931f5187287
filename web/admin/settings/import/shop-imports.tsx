import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { apiBase } from '#contract/api.ts'
import type { ShopImport, ShopImportChoiceMap, ShopImportReport } from '#contract/shop-import/shop-import.ts'
import { type ShopImportPart, shopImportLimits, shopImportTexts } from '#contract/shop-import/shop-import-limits.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { FileDrop } from '../../kit/file-drop.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { loadOnce } from '../../kit/load-list.ts'
import { Needs } from '../../kit/needs.tsx'
import { Section } from '../../kit/section.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { type Message, StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/shop-imports'
import { describeImport, formatCount, hasChoice, isOpen, partLabels } from './import-texts.ts'
import { uploadShop } from './upload-parts.ts'

export const clientLoader = () => loadOnce(() => callSignedIn('GET /shop-imports', {}))

export const meta = pageTitle('Import a shop')

/** Moves in with the export of another shop of this software. */
export default function ShopImports({ loaderData: { list, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { busy, message, run, ask, dialog } = useAction(revalidate)
  const [share, setShare] = useState<number>()
  const isActive = list?.imports.some(isOpen) === true
  usePolling({ active: isActive, refresh: revalidate, maxIntervalMs: 1_500 })
  const [refusal, setRefusal] = useState<Message>()
  const upload = (file: File) => {
    const text = file.size > shopImportLimits.fileBytes ? shopImportTexts.tooLarge : file.size === 0 ? shopImportTexts.empty : undefined
    setRefusal(text === undefined ? undefined : { text, isError: true })
    if (text !== undefined) return
    setShare(0)
    void run(() => uploadShop({ file, onProgress: setShare }).finally(() => setShare(undefined)), revalidate)
  }
  const remove = (row: ShopImport) =>
    ask(
      row.state === 'running'
        ? { title: 'Stop this import?', text: 'What is saved stays. You can go on later.', action: 'Stop' }
        : { title: 'Delete this import?', text: 'Its file and its list of problems are deleted. What is saved stays.', action: 'Delete' },
      () => callSignedIn('DELETE /shop-imports/:id', { params: { id: row._id } }).finally(revalidate),
    )
  const start = (row: ShopImport, choices: ShopImportChoiceMap) =>
    run(() => callSignedIn('POST /shop-imports/:id/run', { params: { id: row._id }, body: { choices } }), revalidate)
  const progress = share === undefined ? undefined : { text: `Uploading: ${Math.floor(share * 100)} %`, isError: false }
  return (
    <ListFrame title="Import a shop" tabs={<SettingTabs />}>
      <p className="max-w-prose text-soft">
        Move to this shop with the zip file of <strong>Export everything</strong> of another shop of this software: settings, categories,
        products with stock and pictures, collections, offers, pages, delivery rules, old addresses and customers. Its orders become
        history. The file is checked first, and nothing is changed before you say so.
      </p>
      <NeedsAll>
        <FileDrop
          label="Choose the zip file of an export"
          hint="At most 2 GB. Leave this page open until the upload is complete."
          accept=".zip,application/zip"
          disabled={busy || isActive}
          onFiles={([file]) => file && upload(file)}
        />
      </NeedsAll>
      <StatusMessage message={progress ?? refusal ?? message} />
      {list === undefined ? (
        <ListError text={error ?? ''} />
      ) : (
        list.imports.map((row) => <OneImport key={row._id} shopImport={row} busy={busy} onStart={start} onRemove={remove} />)
      )}
      {dialog}
    </ListFrame>
  )
}

/** What an import changes: for administrators who may change all of it. */
const NeedsAll = ({ children }: { children: ReactNode }) => (
  <Needs right="products">
    <Needs right="prices">
      <Needs right="customers">
        <Needs right="orders">{children}</Needs>
      </Needs>
    </Needs>
  </Needs>
)

interface OneImportProps {
  shopImport: ShopImport
  busy: boolean
  onStart: (row: ShopImport, choices: ShopImportChoiceMap) => void
  onRemove: (row: ShopImport) => void
}

function OneImport({ shopImport, busy, onStart, onRemove }: OneImportProps) {
  const [choices, setChoices] = useState<ShopImportChoiceMap>(shopImport.choices)
  const { state, fileName, parts, skipped, requestedAt, requestedBy } = shopImport
  const canRun = parts.length > 0 && (state === 'checked' || state === 'stopped' || state === 'failed')
  return (
    <Section title={fileName} className="gap-4 border-t border-line pt-6 break-words">
      <p className="text-sm text-soft">{[formatDateTime(requestedAt), requestedBy].filter(Boolean).join(', ')}</p>
      <p className={`max-w-prose ${state === 'failed' ? 'font-medium text-bad' : ''}`}>{describeImport(shopImport)}</p>
      {parts.length > 0 && (
        <ImportParts
          shopImport={shopImport}
          choices={choices}
          onChoose={canRun ? (part, choice) => setChoices((before) => ({ ...before, [part]: choice })) : undefined}
        />
      )}
      {skipped.length > 0 && (
        <Table
          label="What is not taken over"
          rows={skipped}
          getKey={({ file }) => file}
          columns={[
            { head: 'Not taken over', cell: ({ file }) => <span className="font-semibold">{file}</span> },
            { head: 'Lines', cell: ({ rows }) => formatCount(rows) },
            { head: 'Reason', className: 'w-1/2', cell: ({ reason }) => reason },
          ]}
        />
      )}
      <Problems shopImport={shopImport} />
      <div className="flex flex-wrap gap-3">
        {canRun && (
          <NeedsAll>
            <Button variant="ink" aria-disabled={busy} onClick={() => !busy && onStart(shopImport, choices)}>
              {state === 'checked' ? 'Import' : 'Go on'}
            </Button>
          </NeedsAll>
        )}
        <Button
          aria-label={`${state === 'running' ? 'Stop' : 'Delete'} the import of ${fileName}`}
          aria-disabled={busy}
          onClick={() => onRemove(shopImport)}
        >
          {state === 'running' ? 'Stop' : 'Delete'}
        </Button>
      </div>
    </Section>
  )
}

/** The lines that were refused. */
function Problems({ shopImport: { _id: id, problems, problemCount } }: Pick<OneImportProps, 'shopImport'>) {
  const { message, run } = useAction()
  if (problemCount === 0) return null
  const download = () =>
    run(async () => {
      // Asks for the PIN if it is needed: the browser's own download could not.
      await callSignedIn('GET /shop-imports/:id', { params: { id } })
      window.location.assign(`${apiBase}/shop-imports/${id}/problems`)
      return { message: 'The download has begun.' }
    })
  return (
    <>
      <Table
        label="Lines with a problem"
        rows={problems}
        getKey={({ file, line }) => `${file} ${line}`}
        columns={[
          { head: 'Line', cell: ({ file, line }) => `${file}, ${formatCount(line)}` },
          { head: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
          { head: 'Problem', className: 'w-1/2', cell: ({ reason }) => reason },
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={download}>Download all problems as CSV</Button>
        <StatusMessage message={message} />
      </div>
    </>
  )
}

interface ImportPartsProps {
  shopImport: ShopImport
  choices: ShopImportChoiceMap
  /** undefined: the choice is made */
  onChoose: ((part: ShopImportPart, choice: 'mine' | 'theirs') => void) | undefined
}

/** What a file has, and what becomes of it. */
function ImportParts({ shopImport: { parts, state }, choices, onChoose }: ImportPartsProps) {
  const hasRun = state !== 'checked'
  const count: Column<ShopImportReport> = { head: 'In the file', cell: ({ rows }) => formatCount(rows) }
  const name: Column<ShopImportReport> = { head: 'Part', cell: ({ part }) => <span className="font-semibold">{partLabels[part]}</span> }
  const choice: Column<ShopImportReport> = {
    head: 'If it is here with other values',
    cell: ({ part, here }) =>
      hasChoice(part) && here > 0 ? (
        <select
          aria-label={`${partLabels[part]}: if it is here with other values`}
          className="min-h-11 w-full max-w-56 rounded-control border border-edge bg-raised px-2 text-ink hover:border-ink"
          value={choices[part] ?? 'mine'}
          disabled={!onChoose}
          onChange={({ currentTarget: { value } }) => onChoose?.(part, value === 'theirs' ? 'theirs' : 'mine')}
        >
          <option value="mine">Keep mine</option>
          <option value="theirs">Take theirs</option>
        </select>
      ) : (
        <span className="text-soft">{hasChoice(part) ? 'Nothing is here yet' : 'Only what is missing is added'}</span>
      ),
  }
  const before: readonly Column<ShopImportReport>[] = [name, count, { head: 'Here', cell: ({ here }) => formatCount(here) }, choice]
  const outcome: Column<ShopImportReport> = {
    head: 'Outcome',
    className: 'w-1/2',
    cell: (part) => (
      <>
        {describeOutcome(part)}
        {part.refused > 0 && <span className="block font-semibold text-bad">{formatCount(part.refused)} refused</span>}
      </>
    ),
  }
  const after: readonly Column<ShopImportReport>[] = [name, count, outcome]
  return <Table label="Parts of the file" rows={parts} getKey={({ part }) => part} columns={hasRun ? after : before} />
}

const describeOutcome = (part: ShopImportReport): string =>
  (['new', 'changed', 'unchanged'] as const)
    .filter((outcome) => part[outcome] > 0)
    .map((outcome) => `${formatCount(part[outcome])} ${outcome}`)
    .join(', ')
