import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type AdminCollection, collectionLimits } from '#contract/catalog/collections.ts'
import type { CallReply } from '#contract/contract.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { showFormError } from '../../kit/use-action.tsx'
import { ProductPicker } from '../../shared/product-picker.tsx'

interface CollectionFormProps {
  /** undefined: a new one */
  collection: AdminCollection | undefined
  onSaved: (reply: CallReply<'PATCH /collections/:id'>) => void
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
  const { register, control, handleSubmit, setError, setValue, clearErrors, formState } = useForm<CollectionValues>({
    values: toValues(collection),
  })
  const { errors, isSubmitting, isDirty, dirtyFields } = formState
  const products = useWatch({ control, name: 'productIds' })
  const search = useRef<HTMLInputElement>(null)
  const reportEdit = useEffectEvent(() => onEdit(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])

  const save = async (values: CollectionValues) => {
    const body = toBody(values)
    try {
      const saved = collection
        ? await callSignedIn('PATCH /collections/:id', { params: { id: collection._id }, body: { ...body, version: collection.version } })
        : await callSignedIn('POST /collections', { body })
      onEdit(false)
      onSaved(saved)
    } catch (error) {
      showFormError({ failure: error, setError })
      const [firstField] = error instanceof ApiError ? Object.keys(error.fields) : []
      if (firstField?.startsWith('productIds')) search.current?.focus()
    }
  }

  return (
    <form
      noValidate
      aria-busy={isSubmitting}
      onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      <TextField
        label="Title"
        autoComplete="off"
        maxLength={collectionLimits.titleLength}
        error={errors.title?.message}
        {...register('title', {
          onChange: ({ target }) => {
            if (!collection && !dirtyFields.slug) setValue('slug', suggestSlug(target.value))
          },
        })}
      />
      <TextField
        label="Page address"
        hint="The part of its URL after /collection/"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={collectionLimits.slugLength}
        error={errors.slug?.message}
        {...register('slug')}
      />
      <TextAreaField
        label="Text"
        optional
        hint="The first paragraph stands above the products and on lists of collections; what follows an empty line is the story below them"
        rows={6}
        maxLength={collectionLimits.textLength}
        className="sm:col-span-2"
        error={errors.text?.message}
        {...register('text')}
      />
      <TextField label="First day" optional type="date" hint="Empty: at once" error={errors.from?.message} {...register('from')} />
      <TextField label="Last day" optional type="date" hint="Empty: without an end" error={errors.until?.message} {...register('until')} />
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
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" variant="primary" aria-disabled={isSubmitting} className="min-w-32">
          {isSubmitting ? 'Saving…' : collection ? 'Save' : 'Add collection'}
        </Button>
        {children}
        {errors.root && (
          <p role="alert" className="font-medium text-bad">
            {errors.root.message}
          </p>
        )}
      </div>
    </form>
  )
}
