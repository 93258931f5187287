import { type ReactNode, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { type AdminCollection, collectionLimits, collectionsCalls } from '#contract/catalog/collections.ts'
import type { CallReply } from '#contract/contract.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { SaveForm, useSaveForm } from '../../kit/save-form.tsx'
import { suggestSlug } from '../../kit/suggest-slug.ts'
import { ProductPicker } from '../../shared/product-picker.tsx'

interface CollectionFormProps {
  /** undefined: a new one */
  collection: AdminCollection | undefined
  onSaved: (reply: CallReply<'PATCH /collections/:id'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button */
  children: ReactNode
}

const toValues = (collection: AdminCollection | undefined) => ({
  title: collection?.title ?? '',
  slug: collection?.slug ?? '',
  text: collection?.text ?? '',
  from: collection?.from ?? '',
  until: collection?.until ?? '',
  productIds: collection?.products ?? [],
})
type CollectionValues = ReturnType<typeof toValues>

const toBody = ({ from, until, productIds, ...values }: CollectionValues) => ({
  ...values,
  from: from || null,
  until: until || null,
  productIds: productIds.map(({ _id }) => _id),
})

/** Title, address, text, days and products of a collection. */
export function CollectionForm({ collection, onSaved, onEdit, children }: CollectionFormProps) {
  const search = useRef<HTMLInputElement>(null)
  const form = useSaveForm<CollectionValues, CallReply<'PATCH /collections/:id'>>({
    values: toValues(collection),
    body: collectionsCalls.createCollection.body,
    send: (values) =>
      collection
        ? callSignedIn('PATCH /collections/:id', {
            params: { id: collection._id },
            body: { ...toBody(values), version: collection.version },
          })
        : callSignedIn('POST /collections', { body: toBody(values) }),
    onSaved,
    onEdit,
    onRefused: ([first]) => first?.startsWith('productIds') && search.current?.focus(),
  })
  const { control, field, setValue, clearErrors } = form
  const { errors, dirtyFields } = form.formState
  const products = useWatch({ control, name: 'productIds' })

  return (
    <SaveForm form={form} submitLabel={collection ? 'Save' : 'Add collection'} aside={children}>
      <TextField
        label="Title"
        autoComplete="off"
        {...field('title', {
          onChange: ({ target }) => {
            if (!collection && !dirtyFields.slug)
              setValue('slug', suggestSlug({ title: target.value, maxLength: collectionLimits.slugLength }))
          },
        })}
      />
      <TextField
        label="Page address"
        hint="The part of its URL after /collection/"
        autoComplete="off"
        autoCapitalize="none"
        {...field('slug')}
      />
      <TextAreaField
        label="Text"
        optional
        hint="The first paragraph stands above the products and on lists of collections; what follows an empty line is the story below them"
        rows={6}
        className="sm:col-span-2"
        {...field('text')}
      />
      <TextField label="First day" optional type="date" hint="Empty: at once" {...field('from')} />
      <TextField label="Last day" optional type="date" hint="Empty: without an end" {...field('until')} />
      <div className="sm:col-span-2">
        <ProductPicker
          products={products}
          max={collectionLimits.products}
          error={errors.productIds?.message}
          searchRef={search}
          onChange={(chosen) => {
            setValue('productIds', [...chosen], { shouldDirty: true })
            clearErrors('productIds')
          }}
        />
      </div>
      {collection === undefined && <p className="text-soft sm:col-span-2">Once it is added, open it to give it a picture of its own.</p>}
    </SaveForm>
  )
}
