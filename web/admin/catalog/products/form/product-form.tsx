import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { type AdminProduct, productDraft, productEdit } from '#contract/catalog/admin-products.ts'
import { centre, type FocalPoint } from '#contract/catalog/pictures/images.ts'
import type { ProductDetails } from '#contract/catalog/product-details.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../../../api/client.ts'
import { useRight } from '../../../../session/use-right.ts'
import { Button } from '../../../../ui/button.tsx'
import { AlertDialog } from '../../../../ui/dialog/alert-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../../../ui/field.tsx'
import { TaxWarning } from '../../../shared/tax-warning.tsx'
import { type TaxedCategory, usePriceProblem } from '../../../shared/use-tax-rates.ts'
import { ImageField } from './image-field.tsx'
import { NewSizes } from './new-sizes.tsx'
import { describeUploadError, type ProductValues } from './submit-product.ts'
import { UploadProgress } from './upload-progress.tsx'

export const emptyProduct: ProductValues = {
  name: '',
  description: '',
  price: '',
  mrp: '',
  cost: '',
  stock: '',
  category: '',
  version: '',
  image: undefined,
  focusX: String(centre.x),
  focusY: String(centre.y),
  sizes: undefined,
}

/** A product as the form edits it. */
export const toProductValues = (product: AdminProduct): ProductValues => ({
  name: product.name,
  description: product.description,
  price: String(product.price),
  mrp: product.mrp === undefined ? '' : String(product.mrp),
  cost: product.cost === undefined ? '' : String(product.cost),
  category: product.category,
  version: String(product.version),
  stock: '',
  image: undefined,
  focusX: String(product.focus.x),
  focusY: String(product.focus.y),
})

// The validation rules of the contract. `raw` sends the form's own values, which the server parses with the same rules.
const resolvers = {
  add: zodResolver(productDraft, undefined, { raw: true }) as unknown as Resolver<ProductValues>,
  edit: zodResolver(productEdit, undefined, { raw: true }) as unknown as Resolver<ProductValues>,
}

const isField = (name: string): name is keyof ProductValues => name in emptyProduct

interface ProductFormProps<Reply> {
  kind: 'add' | 'edit'
  categories: readonly TaxedCategory[]
  /** none for a new product */
  details?: ProductDetails
  /** other values replace those of the form that are not edited */
  values: ProductValues
  action: string
  priceHint?: string | undefined
  send: (values: ProductValues, onProgress: (fraction: number) => void) => Promise<Reply>
  /** called when the form has no edits any more */
  onSent?: (reply: Reply) => void
  /** whether the form has changes that are not saved */
  onEdit?: (isEdited: boolean) => void
  /** beside the button */
  children?: ReactNode
}

/** The fields of a product. Stock and image are part of a new product only; afterwards they change in sections of their own. */
export function ProductForm<Reply>({
  kind,
  categories,
  values,
  action,
  priceHint,
  details,
  send,
  onSent,
  onEdit,
  children,
}: ProductFormProps<Reply>) {
  const { register, control, handleSubmit, setError, setValue, watch, reset, formState } = useForm<ProductValues>({
    resolver: resolvers[kind],
    values,
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  })
  const { errors, isSubmitting, isDirty } = formState
  const field = (name: Exclude<keyof ProductValues, 'image'>) => ({ error: errors[name]?.message, ...register(name) })
  const reportEdit = useEffectEvent(() => onEdit?.(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])
  const setFocus = ({ x, y }: FocalPoint) => {
    setValue('focusX', String(x), { shouldDirty: true })
    setValue('focusY', String(y), { shouldDirty: true })
  }
  const newSizes = watch('sizes')
  const mayChangePrices = useRight('prices')
  const setsPrices = kind === 'add' || mayChangePrices
  const hint = setsPrices ? priceHint : 'Administrators with the right “Prices and offers” change it.'
  const describePriceProblem = usePriceProblem()
  const [progress, setProgress] = useState<number>()
  const [alert, setAlert] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)

  const submit = async (submitted: ProductValues) => {
    setProgress(0)
    try {
      const reply = await send(submitted, setProgress)
      reset(kind === 'add' ? emptyProduct : submitted, { keepDirtyValues: false, keepDirty: false })
      onSent?.(reply)
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [name, message] of fields) if (isField(name)) setError(name, { message })
      setAlert(describeUploadError(error))
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <form
      noValidate
      onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(submit)}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
      aria-busy={isSubmitting}
    >
      <TextField label="Name" maxLength={maxLengths.productName} className="sm:col-span-2" {...field('name')} />
      <TextAreaField label="Description" rows={4} className="sm:col-span-2" {...field('description')} />
      <TextField
        label="Price (₹)"
        readOnly={!setsPrices}
        inputMode="decimal"
        autoComplete="off"
        {...(hint !== undefined && { hint })}
        {...field('price')}
      />
      <TextField
        label="MRP (₹)"
        readOnly={!setsPrices}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint="Shown struck through when it is above the price"
        {...field('mrp')}
      />
      <TaxWarning
        text={describePriceProblem({ price: watch('price'), category: watch('category'), details, categories })}
        className="sm:col-span-2"
      />
      <TextField
        label="Cost (₹)"
        optional
        inputMode="decimal"
        autoComplete="off"
        hint="What one costs you. Only administrators see it"
        {...field('cost')}
      />
      {kind === 'add' && (
        <TextField
          label="Stock quantity"
          inputMode="numeric"
          autoComplete="off"
          readOnly={newSizes !== undefined}
          hint={newSizes && 'The sum of the sizes'}
          {...field('stock')}
        />
      )}
      <SelectField label="Category" {...field('category')} choices={categories.map(({ key, name }) => [key, name] as const)}>
        <option value="">Select a category</option>
      </SelectField>
      {kind === 'add' && (
        <NewSizes
          category={watch('category')}
          value={newSizes}
          onChange={(sizes, sum) => {
            setValue('sizes', sizes, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            setValue('stock', sum, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }}
          error={errors.sizes}
        />
      )}
      {kind === 'add' && (
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name="image"
            render={({ field: { value, onChange, ref } }) => (
              <ImageField
                ref={ref}
                file={value}
                disabled={isSubmitting}
                onSelect={(file) => {
                  onChange(file)
                  setFocus(centre)
                }}
                focus={{ x: Number(watch('focusX')), y: Number(watch('focusY')) }}
                onFocusMove={setFocus}
                error={errors.image && findImageError(errors.image)}
              />
            )}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button ref={button} type="submit" variant="primary" aria-disabled={isSubmitting} className="min-w-40 aria-disabled:opacity-60">
          {isSubmitting ? (kind === 'add' ? 'Uploading…' : 'Saving…') : action}
        </Button>
        {kind === 'add' && (
          <Button
            aria-disabled={isSubmitting}
            onClick={() => !isSubmitting && handleSubmit((draft) => submit({ ...draft, draft: 'yes' }))()}
          >
            Save as a draft
          </Button>
        )}
        {kind === 'add' && progress !== undefined && <UploadProgress fraction={progress} />}
        {children}
      </div>
      <AlertDialog
        open={alert !== undefined}
        title={screenTexts.errorTitle}
        text={alert ?? ''}
        onClose={() => {
          setAlert(undefined)
          button.current?.focus()
        }}
      />
    </form>
  )
}

/** The message of the image's error, which the form library types as a group of fields. */
const findImageError = (error: object): string => ('message' in error ? String(error.message) : screenTexts.selectImage)
