import { useEffect, useRef, useState } from 'react'
import { type FrontPageRow, frontPageLimits } from '#contract/settings/front-page.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useLatest } from '../kit/use-latest.ts'
import { PictureField } from '../shared/picture-field.tsx'
import { ProductPicker } from '../shared/product-picker.tsx'
import { SortableItems } from '../shared/sortable-items.tsx'
import type { FormRow } from './front-page-values.ts'

const kinds = { collection: 'Collection', category: 'Category', products: 'Products', picture: 'Picture with text' } as const

/** A new row. A picture is missing until one is uploaded, which the server says. */
function createRow(kind: FrontPageRow['kind']): FrontPageRow {
  if (kind === 'collection') return { kind, slug: '' }
  if (kind === 'category') return { kind, key: '' }
  if (kind === 'products') return { kind, title: '', productIds: [] }
  return { kind, title: '', text: '', picture: { image: '', backdrop: '', alt: '' }, href: null }
}

interface RowsFieldProps {
  rows: readonly FormRow[]
  errors: Readonly<Record<string, string>>
  onChange: (rows: FormRow[]) => void
}

/** The rows below the products of the front page, in their order. */
export function RowsField({ rows, errors, onChange }: RowsFieldProps) {
  const [collections, setCollections] = useState<readonly { slug: string; title: string }[]>([])
  const seesProducts = useRight('products')
  useEffect(() => {
    if (!seesProducts) return
    callSignedIn('GET /collections/list/admin', {}).then(
      (reply) => setCollections(reply.collections),
      () => {},
    )
  }, [seesProducts])
  const latestRows = useLatest(rows)
  /** A row that somebody else has replaced while its picture was uploaded becomes the last one. */
  const change = (id: string, row: FrontPageRow) => {
    const current = latestRows.current
    const isThere = current.some((other) => other.id === id && other.row.kind === row.kind)
    if (isThere) return onChange(current.map((other) => (other.id === id ? { id, row } : other)))
    onChange([...current, { id: createKey(), row }])
    showToast({ text: 'Somebody else has replaced the row of this picture. The picture is in a new row, the last one.', kind: 'info' })
  }
  const add = (kind: FrontPageRow['kind']) => onChange([...rows, { id: createKey(), row: createRow(kind) }])
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-display text-2xl">Rows</legend>
      <p className="max-w-prose text-soft">
        Shown below the products of the front page, in this order. Without rows, the shop shows its collections.
      </p>
      <SortableItems items={rows} getLabel={({ row }, index) => `${kinds[row.kind]} ${index + 1}`} onChange={onChange}>
        {({ id, row }, index) => {
          const rowErrors = Object.fromEntries(
            Object.entries(errors).flatMap(([path, text]) =>
              path.startsWith(`rows.${index}.`) ? [[path.slice(`rows.${index}.`.length), text]] : [],
            ),
          )
          return <RowFields row={row} errors={rowErrors} collections={collections} onChange={(changed) => change(id, changed)} />
        }}
      </SortableItems>
      {rows.length < frontPageLimits.rows && (
        <div className="flex flex-wrap gap-2">
          {Object.entries(kinds).map(([kind, label]) => (
            <Button key={kind} className="text-sm" onClick={() => add(kind as FrontPageRow['kind'])}>
              Add {label.toLowerCase()}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface RowFieldsProps {
  row: FrontPageRow
  errors: Readonly<Record<string, string>>
  collections: readonly { slug: string; title: string }[]
  onChange: (row: FrontPageRow) => void
}

function RowFields({ row, errors, collections, onChange }: RowFieldsProps) {
  const { categories } = useStoreConfig()
  const search = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const productIds = row.kind === 'products' ? row.productIds.join() : ''
  useEffect(() => {
    for (const id of productIds === '' ? [] : productIds.split(','))
      callSignedIn('GET /products/:id', { params: { id } }).then(
        ({ name }) => setNames((known) => ({ ...known, [id]: name })),
        () => setNames((known) => ({ ...known, [id]: 'A product that is not on sale' })),
      )
  }, [productIds])
  const error = (path: string) => (errors[path] ? { error: errors[path] } : {})
  switch (row.kind) {
    case 'collection':
      return (
        <SelectField
          label="Collection"
          value={row.slug}
          onChange={({ target }) => onChange({ ...row, slug: target.value })}
          {...error('slug')}
          choices={collections.map(({ slug, title }) => [slug, title] as const)}
        >
          <option value="">Choose …</option>
        </SelectField>
      )
    case 'category':
      return (
        <SelectField
          label="Category"
          value={row.key}
          onChange={({ target }) => onChange({ ...row, key: target.value })}
          {...error('key')}
          choices={categories.map(({ key, name }) => [key, name] as const)}
        >
          <option value="">Choose …</option>
        </SelectField>
      )
    case 'products':
      return (
        <div className="flex flex-col gap-4">
          <TitleField title={row.title} error={errors.title} onChange={(title) => onChange({ ...row, title })} />
          <ProductPicker
            products={row.productIds.map((_id) => ({ _id, name: names[_id] ?? '…' }))}
            max={frontPageLimits.products}
            error={errors.productIds}
            searchRef={search}
            onChange={(products) => {
              setNames((known) => ({ ...known, ...Object.fromEntries(products.map(({ _id, name }) => [_id, name])) }))
              onChange({ ...row, productIds: products.map(({ _id }) => _id) })
            }}
          />
        </div>
      )
    default:
      return (
        <div className="flex flex-col gap-4">
          <TitleField title={row.title} error={errors.title} onChange={(title) => onChange({ ...row, title })} />
          <TextAreaField
            label="Text"
            optional
            rows={3}
            maxLength={600}
            value={row.text}
            onChange={({ target }) => onChange({ ...row, text: target.value })}
            {...error('text')}
          />
          <TextField
            label="Its link"
            optional
            value={row.href ?? ''}
            onChange={({ target }) => onChange({ ...row, href: target.value || null })}
            {...error('href')}
          />
          <PictureField
            label="Picture"
            picture={row.picture.image === '' ? null : row.picture}
            error={errors['picture.image']}
            onChange={(picture) => onChange({ ...row, picture: picture ?? { image: '', backdrop: '', alt: '' } })}
          />
        </div>
      )
  }
}

interface TitleFieldProps {
  title: string
  error: string | undefined
  onChange: (title: string) => void
}

const TitleField = ({ title, error, onChange }: TitleFieldProps) => (
  <TextField label="Title" maxLength={80} value={title} onChange={({ target }) => onChange(target.value)} {...(error && { error })} />
)
