import type { ComponentProps } from 'react'

interface SmallSelectProps extends ComponentProps<'select'> {
  choices: readonly (readonly [value: string | number, label: string])[]
}

/** A select in a row or beside a list, named by `aria-label` or a label around it. */
export const SmallSelect = ({ choices, className = '', ...select }: SmallSelectProps) => (
  <select className={`min-h-11 rounded-control border border-edge bg-raised px-3 text-ink hover:border-ink ${className}`} {...select}>
    {choices.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)
