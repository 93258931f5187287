import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import type { Suggestion } from '#contract/catalog/suggestions.ts'
import { timings } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { call } from '../../api/client.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { ShopLinks } from '../shop-links.ts'

export interface SuggestionListProps {
  input: RefObject<HTMLInputElement | null>
  links: ShopLinks
  onSearch: (text: string) => void
  /** called with the page of a product or a category */
  onOpen: (href: string) => void
}

const minLength = 2

/** What was loaded, for a search text. */
interface Loaded {
  readonly q: string
  readonly items: readonly Suggestion[]
}

/**
 * Products and categories below a search input, and the search itself as the last choice. The input stays a searchbox: arrow keys move,
 * Enter opens, Escape closes.
 */
export function SuggestionList({ input, links, onSearch, onOpen }: SuggestionListProps): ReactNode {
  const id = useId()
  const [{ q, items }, setLoaded] = useState<Loaded>({ q: '', items: [] })
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const count = items.length + 1
  const open = (index: number) => {
    setOpen(false)
    const item = items[index]
    if (item === undefined) onSearch(q)
    else if (item.kind === 'category') onOpen(links.buildCategoryHref(item.key))
    else onOpen(links.buildProductHref({ _id: item.key, name: item.text }))
  }

  useEffect(() => {
    const element = input.current
    if (!element) return
    let timer: number | undefined
    let request = new AbortController()
    const stop = () => {
      clearTimeout(timer)
      request.abort()
    }
    const load = async (q: string) => {
      request = new AbortController()
      const { signal } = request
      // Without suggestions the search works as before.
      const reply = await call('GET /products/suggestions', { query: { q } }, { signal }).catch(() => undefined)
      if (signal.aborted) return
      setLoaded({ q, items: reply?.items ?? [] })
      setActive(-1)
      setOpen(reply !== undefined && document.activeElement === element)
    }
    const onInput = () => {
      stop()
      const q = element.value.trim()
      if (q.length < minLength) setOpen(false)
      else timer = window.setTimeout(load, timings.inputDebounce, q)
    }
    const onBlur = () => {
      stop()
      setOpen(false)
    }
    // What was typed while this script was loaded.
    if (element.value !== element.defaultValue) onInput()
    element.addEventListener('input', onInput)
    element.addEventListener('blur', onBlur)
    element.form?.addEventListener('submit', onBlur)
    return () => {
      stop()
      element.removeEventListener('input', onInput)
      element.removeEventListener('blur', onBlur)
      element.form?.removeEventListener('submit', onBlur)
    }
  }, [input])

  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    if (isOpen) element.setAttribute('aria-controls', id)
    else element.removeAttribute('aria-controls')
    if (isOpen && active >= 0) element.setAttribute('aria-activedescendant', `${id}-${active}`)
    else element.removeAttribute('aria-activedescendant')
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isOpen || event.isComposing) return
      if (event.key === 'ArrowDown') setActive(((active + 2) % (count + 1)) - 1)
      else if (event.key === 'ArrowUp') setActive(((active + count + 1) % (count + 1)) - 1)
      else if (event.key === 'Escape') setOpen(false)
      else if (event.key === 'Enter' && active >= 0) open(active)
      else return
      event.preventDefault()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  })

  const renderOption = (index: number, content: ReactNode) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
    <div
      key={items[index]?.key ?? ''}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => open(index)}
      className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 wrap-anywhere hover:bg-sunk aria-selected:bg-sunk"
    >
      {content}
    </div>
  )

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && (items.length === 1 ? '1 suggestion' : `${items.length} suggestions`)}
      </p>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-50 mt-1 md:left-auto md:w-[max(100%,24rem)] max-h-[70dvh] overflow-y-auto rounded-control border border-edge bg-raised py-1 shadow-lift"
        >
          {items.map((item, index) => renderOption(index, <SuggestionContent item={item} />))}
          {renderOption(
            items.length,
            <>
              <Icon name="search" size={18} className="mx-2.5 shrink-0" />
              <span>Search for “{q}”</span>
            </>,
          )}
        </div>
      )}
    </>
  )
}

function SuggestionContent({ item: { kind, text, image, backdrop = '', price } }: { item: Suggestion }) {
  return (
    <>
      {image === undefined ? (
        <Icon name="right" size={18} className="mx-2.5 shrink-0" />
      ) : (
        <Picture image={image} alt="" placeholderColor={backdrop} sizes="2.5rem" loading="eager" className="w-10 shrink-0" />
      )}
      <span className="min-w-0 grow font-medium">{text}</span>
      <span className="shrink-0 text-sm text-soft tabular-nums">
        {kind === 'category' && 'Category'}
        {price !== undefined && formatRupees(price)}
      </span>
    </>
  )
}
