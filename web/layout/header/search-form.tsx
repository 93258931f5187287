import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/business.ts'
import { Icon } from '../../ui/icon.tsx'
import type { SuggestionListProps } from './suggestion-list.tsx'

/** Loaded when the input gets the focus. Without the script the search has no suggestions. */
const SuggestionList = lazy<(props: SuggestionListProps) => ReactNode>(() =>
  import('./suggestion-list.tsx').then(
    (module) => ({ default: module.SuggestionList }),
    () => ({ default: () => null }),
  ),
)

/** A product search. `buildHref` is the URL of the results; the form reaches it without JavaScript too. */
export function SearchForm({ q, buildHref, className }: { q: string; buildHref: (q: string) => string; className: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  // A GET form replaces the whole query string, so other parameters are sent as hidden fields.
  const [path, params] = buildHref('').split('?')
  return (
    <search className={className}>
      <form
        key={q}
        method="get"
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          navigate(buildHref(String(new FormData(event.currentTarget).get('q') ?? '').trim()))
        }}
        className="relative flex"
      >
        {[...new URLSearchParams(params)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          ref={input}
          type="search"
          name="q"
          aria-autocomplete="list"
          autoComplete="off"
          defaultValue={q}
          maxLength={maxLengths.search}
          aria-label="Search products"
          placeholder="Search products"
          enterKeyHint="search"
          onFocus={() => setUsed(true)}
          className="min-h-11 min-w-0 grow rounded-l-control border border-r-0 border-edge bg-raised px-4 placeholder:text-soft hover:border-ink"
        />
        <button
          type="submit"
          aria-label="Search"
          className="inline-flex min-h-11 w-13 items-center justify-center rounded-r-control bg-ink text-page hover:bg-soft"
        >
          <Icon name="search" />
        </button>
        {isUsed && (
          <Suspense>
            <SuggestionList
              input={input}
              onSelect={(text) => {
                if (input.current) input.current.value = text
                navigate(buildHref(text))
              }}
            />
          </Suspense>
        )}
      </form>
    </search>
  )
}
