import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { importLimits, importOutcomes } from '#contract/catalog-admin/import-fields.ts'
import type { CallReply } from '#contract/contract.ts'
import { usePolling } from '../../../api/use-polling.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { FileDrop } from '../../kit/file-drop.tsx'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { buildListHref, importPath, parseSearchParams, productsPath } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { describeActionError, StatusMessage, useAction } from '../../kit/use-action.tsx'
import { UploadProgress } from '../products/form/upload-progress.tsx'
import type { Route } from './+types/import-page'
import { ExportProducts } from './export-products.tsx'
import { FeedFiles } from './feed-files.tsx'
import { type Choices, ImportChoices } from './import-choices.tsx'
import { ImportItems } from './import-items.tsx'
import { ImportList } from './import-list.tsx'
import { ImportStatus } from './import-status.tsx'

const filters = [...importOutcomes, 'warning'] as const

async function loadImport({ id, page, outcome }: { id: string; page: number; outcome: (typeof filters)[number] | undefined }) {
  const [detail, items, { categories }] = await Promise.all([
    callSignedIn('GET /products/imports/:id', { params: { id } }),
    callSignedIn('GET /products/imports/:id/items', { params: { id }, query: { page, outcome } }),
    callSignedIn('GET /categories/admin', {}),
  ])
  return { detail, items, categories }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const { id, page, ...rest } = parseSearchParams(search, ['id', 'page', 'outcome'])
  const outcome = filters.find((name) => name === rest.outcome)
  const loaded = await loadOnce(async () => ({
    imports: id === undefined ? (await callSignedIn('GET /products/imports', {})).imports : [],
    open: id === undefined ? undefined : await loadImport({ id, page: parsePage(page), outcome }),
  }))
  return { ...loaded, outcome }
}

export const handle = { section: productsPath }
export const meta = pageTitle('Import')

/** Imports products from CSV files, and exports them. */
export default function ImportPage({ loaderData: { list, error, outcome } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <ListFrame title="Import" tabs={<ProductTabs />} aside={<ExportProducts />}>
      {list === undefined ? (
        <ListError text={error ?? ''} />
      ) : list.open ? (
        <OpenImport key={list.open.detail._id} {...list.open} outcome={outcome} />
      ) : (
        <>
          <p className="max-w-prose text-soft">
            Upload a product file of this shop, of Shopify, WooCommerce or Wix, or any table with names and prices. You see what it would do
            before anything changes. An import adds and changes products and never deletes any; an empty cell leaves a value as it is.
          </p>
          <UploadFile
            label="Choose a file"
            hint={`Or drop it here. CSV, Excel (its first sheet), or a zip file with one CSV, up to ${importLimits.csvMegabytes} MB and ${importLimits.rows.toLocaleString('en-IN')} lines.`}
            accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv"
            field="file"
            onUploaded={({ _id: id }) => navigate(buildListHref({ path: importPath, params: { id } }))}
          />
          <ImportList imports={list.imports} />
          <FeedFiles />
        </>
      )}
    </ListFrame>
  )
}

type OpenImportProps = Awaited<ReturnType<typeof loadImport>> & { outcome: (typeof filters)[number] | undefined }

function OpenImport({ detail, items, categories, outcome }: OpenImportProps) {
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction(revalidate)
  const { _id: id, version, state } = detail
  // Choices that are not checked yet belong to this version.
  const [editedVersion, setEditedVersion] = useState<number>()
  const isActive = state === 'checking' || state === 'running'
  usePolling({ active: isActive, refresh: revalidate, maxIntervalMs: 1_500 })
  const act = (request: () => Promise<{ message: string }>) => run(request, revalidate)
  const check = (choices: Choices) =>
    act(() => callSignedIn('PATCH /products/imports/:id', { params: { id }, body: { version, ...choices } }))

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-display text-2xl wrap-anywhere">{detail.fileName}</h2>
        <Link to={importPath} className="link inline-flex min-h-11 items-center sm:min-h-0">
          All imports
        </Link>
      </div>
      <ImportStatus
        detail={detail}
        busy={busy}
        isEdited={editedVersion === version}
        onRun={() =>
          act(() => callSignedIn('POST /products/imports/:id/run', { params: { id }, body: { version, acceptsLowPrices: true } }))
        }
        onCheck={() => check({ columns: detail.columns.map(({ field }) => field), categories: detail.categories, options: detail.options })}
        onRetry={() => act(() => callSignedIn('POST /products/imports/:id/pictures/retry', { params: { id }, body: { version } }))}
        onStop={() => act(() => callSignedIn('POST /products/imports/:id/stop', { params: { id } }))}
      />
      <StatusMessage message={message?.isError ? message : undefined} />
      {state === 'checked' && (
        <>
          <ImportChoices
            key={version}
            detail={detail}
            categories={categories}
            busy={busy}
            onEdit={() => setEditedVersion(version)}
            onCheck={check}
          />
          <UploadFile
            label={
              detail.files === 0
                ? 'Add a zip file with the pictures'
                : `Add another zip file (${detail.files.toLocaleString('en-IN')} pictures are there)`
            }
            hint={`Only for pictures that the file names without an address. PNG, JPG, GIF or WebP, up to ${importLimits.zipMegabytes} MB.`}
            accept=".zip,application/zip"
            field="zip"
            id={id}
            onUploaded={() => void revalidate()}
          />
        </>
      )}
      {state !== 'checking' && <ImportItems detail={detail} list={items} outcome={outcome} />}
    </div>
  )
}

interface UploadFileProps {
  label: string
  hint: string
  accept: string
  /** the name of the form's field */
  field: 'file' | 'zip'
  /** the id of the import; undefined for a new one */
  id?: string
  onUploaded: (reply: CallReply<'POST /products/imports'>) => void
}

/** Uploads one file as soon as it is chosen. */
function UploadFile({ label, hint, accept, field, id, onUploaded }: UploadFileProps) {
  const [fraction, setFraction] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File | undefined) => {
    if (!file || fraction !== undefined) return
    setFraction(0)
    setError(undefined)
    const form = { values: { [field]: file }, onProgress: setFraction }
    try {
      const sent =
        id === undefined
          ? sendForm({ ...form, route: 'POST /products/imports' })
          : sendForm({ ...form, route: 'POST /products/imports/:id/pictures', params: { id } })
      onUploaded(await sent)
    } catch (failure) {
      setError(describeActionError(failure))
    } finally {
      setFraction(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <FileDrop label={label} hint={hint} accept={accept} disabled={fraction !== undefined} onFiles={([file]) => void send(file)} />
      {fraction !== undefined && <UploadProgress label={`Upload: ${label}`} fraction={fraction} lastStep="Reading the file…" />}
      <FormError text={error} />
    </div>
  )
}
