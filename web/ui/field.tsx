import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  children?: ReactNode
  /** shown while there is no error */
  hint?: string
  error?: string
  optional?: boolean
  className?: string
}

type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<Tag>, 'className'>

export type TextFieldProps = ControlProps<'input'>

const controlClass =
  'w-full min-h-12 rounded-control border border-edge bg-raised px-3 py-2 text-ink placeholder:text-soft hover:border-ink aria-invalid:border-2 aria-invalid:border-bad'

/** Connects label, control, hint and error. The error replaces the hint, so that the layout does not move. */
function Field({ as: Control, label, hint, error, optional, className = '', ...controlProps }: FieldProps & { as: ElementType }) {
  const id = useId()
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      <Control
        id={id}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        aria-invalid={error ? true : undefined}
        aria-required={optional ? undefined : true}
        className={controlClass}
        {...controlProps}
      />
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

export const TextField = (props: TextFieldProps) => <Field as="input" {...props} />
export const TextAreaField = (props: ControlProps<'textarea'>) => <Field as="textarea" {...props} />

interface SelectFieldProps extends ControlProps<'select'> {
  /** the options, below the children */
  choices?: readonly (readonly [value: string, label: string])[]
}

export const SelectField = ({ choices = [], children, ...props }: SelectFieldProps) => (
  <Field as="select" {...props}>
    {children}
    {choices.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Field>
)
