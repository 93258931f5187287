import { type FormEvent, type ReactNode, useState } from 'react'
import { type AdminCollection, collectionLimits } from '#contract/collections.ts'
import type { CallReply } from '#contract/contract.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { describeActionError } from '../use-action.tsx'
import { ProductPicker } from './product-picker.tsx'

interface CollectionFormProps {
  /** undefined: a new one */
  collection: AdminCollection | undefined
  onSaved: (reply: CallReply<'editCollection'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button */
  children: ReactNode
}

/** `Diwali, for him` → `diwali-for-him`. Empty for a title without Latin letters. */
const suggestSlug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, collectionLimits.slugLength)
    .replace(/^-|-$/g, '')

/** Title, address, text, days and products of a collection. */
export function CollectionForm({ collection, onSaved, onEdit, children }: CollectionFormProps) {
  const [values, setValues] = useState({
    title: collection?.title ?? '',
    slug: collection?.slug ?? '',
    text: collection?.text ?? '',
    from: collection?.from ?? '',
    until: collection?.until ?? '',
  })
  const [products, setProducts] = useState(collection?.products ?? [])
  const [isSlugTyped, setSlugTyped] = useState(collection !== undefined)
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()

  const change = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part })
    onEdit(true)
  }
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFields({})
    setFailure(undefined)
    const productIds = products.map(({ _id }) => _id)
    const body = { ...values, from: values.from || null, until: values.until || null, productIds }
    try {
      const saved = collection
        ? await callSignedIn('editCollection', { params: { id: collection._id }, body: { ...body, version: collection.version } })
        : await callSignedIn('createCollection', { body })
      setProducts(saved.collection.products)
      onEdit(false)
      onSaved(saved)
    } catch (error) {
      const invalid = error instanceof ApiError ? error.fields : {}
      setFields(invalid)
      if (Object.keys(invalid).length === 0) setFailure(describeActionError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate aria-busy={busy} onSubmit={save} className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <TextField
        label="Title"
        autoComplete="off"
        maxLength={collectionLimits.titleLength}
        {...field('title')}
        onChange={({ target }) => change({ title: target.value, ...(isSlugTyped ? {} : { slug: suggestSlug(target.value) }) })}
      />
      <TextField
        label="Page address"
        hint="The part of its URL after /collection/"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={collectionLimits.slugLength}
        {...field('slug')}
        onChange={({ target }) => {
          setSlugTyped(true)
          change({ slug: target.value })
        }}
      />
      <TextAreaField label="Text" optional rows={3} maxLength={collectionLimits.textLength} className="sm:col-span-2" {...field('text')} />
      <TextField label="First day" optional type="date" hint="Empty: at once" {...field('from')} />
      <TextField label="Last day" optional type="date" hint="Empty: without an end" {...field('until')} />
      <div className="sm:col-span-2">
        <ProductPicker
          products={products}
          error={fields.productIds}
          onChange={(chosen) => {
            setProducts([...chosen])
            onEdit(true)
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" variant="primary" aria-disabled={busy} className="min-w-32">
          {busy ? 'Saving…' : collection ? 'Save' : 'Add collection'}
        </Button>
        {children}
        {failure && (
          <p role="alert" className="font-medium text-bad">
            {failure}
          </p>
        )}
      </div>
    </form>
  )
}
