import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { findMaxLength } from './field-lengths.ts'
import { showFormError } from './use-action.tsx'

export interface SaveFormOptions<Values extends FieldValues, Reply> extends Pick<UseFormProps<Values>, 'resolver' | 'resetOptions'> {
  /** what the fields show at first */
  defaultValues?: Values
  /** what is saved: other values replace what was entered */
  values?: Values
  /** the body of the call, whose lengths the fields have */
  body?: z.ZodType
  /** the part of the body that has the fields, such as `address` */
  part?: string
  /** throws when the call fails: the form stays as it is, with the error at its field or beside the button */
  send: (values: Values) => Promise<Reply>
  /** undefined when `send` shows the outcome itself */
  onSaved?: (reply: Reply) => void
  /** whether something is entered that is not saved */
  onEdit?: (isEdited: boolean) => void
  /** someone else has changed the data (409): reload it */
  onStale?: (() => void) | undefined
  /** after the errors are shown: the names of the wrong fields */
  onRefused?: (names: readonly string[]) => void
}

export interface SaveFormState<Values extends FieldValues> extends UseFormReturn<Values> {
  field: (
    name: Path<Values>,
    rules?: RegisterOptions<Values, Path<Values>>,
  ) => UseFormRegisterReturn & { error: string; maxLength?: number | undefined }
  save: () => Promise<void>
  isSubmitting: boolean
  isDirty: boolean
  /** why it was not saved, unless fields say it */
  failure: string | undefined
}

/** A form that one call saves. One request is sent at a time. `field(name)` are the properties of a field. */
export function useSaveForm<Values extends FieldValues, Reply>(options: SaveFormOptions<Values, Reply>): SaveFormState<Values> {
  const { defaultValues, values, resolver, resetOptions, body, part, send, onSaved, onEdit, onStale, onRefused } = options
  const form = useForm<Values>({
    ...(defaultValues && { defaultValues: defaultValues as DefaultValues<Values> }),
    ...(values && { values }),
    ...(resolver && { resolver }),
    ...(resetOptions && { resetOptions }),
  })
  const { register, handleSubmit, setError } = form
  const { errors, isSubmitting, isDirty } = form.formState
  const reportEdit = useEffectEvent(() => onEdit?.(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])
  // A double click comes before the form is rendered as submitting.
  const isSending = useRef(false)
  const save = handleSubmit(async (entered) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const reply = await send(entered)
      onEdit?.(false)
      onSaved?.(reply)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) onStale?.()
      showFormError({ failure, setError, part })
      if (failure instanceof ApiError) onRefused?.(Object.keys(failure.fields))
    } finally {
      isSending.current = false
    }
  })
  const field = (name: Path<Values>, rules?: RegisterOptions<Values, Path<Values>>) => ({
    ...register(name, rules),
    error: String(errors[name]?.message ?? ''),
    ...(body && { maxLength: findMaxLength(body, name) }),
  })
  return { ...form, field, save, isSubmitting, isDirty, failure: errors.root?.message }
}

interface SaveFormProps {
  form: Pick<SaveFormState<FieldValues>, 'save' | 'isSubmitting' | 'failure'>
  submitLabel: string
  children: ReactNode
  /** beside the button */
  aside?: ReactNode
}

/** The form of a drawer: two columns of fields, a field has the class `sm:col-span-2` to be as wide as both. */
export function SaveForm({ form: { save, isSubmitting, failure }, submitLabel, children, aside }: SaveFormProps) {
  return (
    <form
      noValidate
      aria-busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      {children}
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" variant="primary" aria-disabled={isSubmitting} className="min-w-32">
          {isSubmitting ? 'Saving…' : submitLabel}
        </Button>
        {aside}
        <FormError text={failure} />
      </div>
    </form>
  )
}
