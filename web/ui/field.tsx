import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'

interface FieldProps {
  label: string
  /** shown while there is no error */
  hint?: string
  error?: string
  optional?: boolean
  className?: string
}

const control =
  'w-full min-h-12 rounded-control border border-edge bg-raised px-3 py-2 text-ink placeholder:text-soft hover:border-ink aria-invalid:border-2 aria-invalid:border-bad'

/** Connects label, control, hint and error. The error replaces the hint, so that the layout does not move. */
function Field({
  label,
  hint,
  error,
  optional,
  className = '',
  children,
}: FieldProps & { children: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hint, error, optional, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(attributes) => <input {...attributes} aria-required={optional ? undefined : true} className={control} {...input} />}
    </Field>
  )
}

export interface TextAreaFieldProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField({ label, hint, error, optional, className, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(attributes) => <textarea {...attributes} aria-required={optional ? undefined : true} className={control} {...area} />}
    </Field>
  )
}

export interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  ref?: Ref<HTMLSelectElement>
}

export function SelectField({ label, hint, error, optional, className, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(attributes) => <select {...attributes} aria-required={optional ? undefined : true} className={control} {...select} />}
    </Field>
  )
}
