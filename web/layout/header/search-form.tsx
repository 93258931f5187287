import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ShopLinks } from '../shop-links.ts'
import type { SuggestionListProps } from './suggestion-list.tsx'

/** Loaded when the input gets the focus. Without the script the search has no suggestions. */
const SuggestionList = lazy<(props: SuggestionListProps) => ReactNode>(() =>
  import('./suggestion-list.tsx').then(
    (module) => ({ default: module.SuggestionList }),
    () => ({ default: () => null }),
  ),
)

/** A product search; the form reaches its results without JavaScript too. */
export function SearchForm({ q, links }: { q: string; links: ShopLinks }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  const search = (text: string) => navigate(text === '' ? links.listPath : `${links.listPath}?${new URLSearchParams({ q: text })}`)
  return (
    <form
      key={q}
      method="get"
      action={links.listPath}
      onSubmit={(event) => {
        event.preventDefault()
        search(String(new FormData(event.currentTarget).get('q') ?? '').trim())
      }}
      className="relative flex"
    >
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
        className="search-input"
      />
      <button type="submit" aria-label="Search" className="search-button">
        <Icon name="search" />
      </button>
      {isUsed && (
        <Suspense>
          <SuggestionList
            input={input}
            links={links}
            onSearch={(text) => {
              if (input.current) input.current.value = text
              search(text)
            }}
            onOpen={navigate}
          />
        </Suspense>
      )}
    </form>
  )
}
