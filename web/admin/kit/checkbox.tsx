import type { ComponentProps, ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** the text beside it */
  children: ReactNode
  /** of the whole, such as its place in a grid */
  className?: string
}

/** A box with its text, which is as large as a finger. */
export function Checkbox({ children, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`flex min-h-11 min-w-0 items-center gap-3 wrap-anywhere ${className}`}>
      <input type="checkbox" className="size-5 shrink-0 accent-madder" {...input} />
      {children}
    </label>
  )
}
