import type { Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface SearchBoxProps {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  maxLength: number
  onChange: (value: string) => void
  onSearch: () => void
}

/** A search inside a form: Enter searches and does not submit the form. */
export function SearchBox({ ref, label, value, maxLength, onChange, onSearch }: SearchBoxProps) {
  return (
    <div className="flex">
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSearch()
        }}
        className="min-h-11 min-w-0 grow rounded-l-control border border-r-0 border-edge bg-raised px-3 placeholder:text-soft hover:border-ink"
      />
      <button
        type="button"
        aria-label="Search"
        onClick={onSearch}
        className="inline-flex min-h-11 w-13 items-center justify-center rounded-r-control border border-transparent bg-ink text-page hover:bg-soft"
      >
        <Icon name="search" />
      </button>
    </div>
  )
}
