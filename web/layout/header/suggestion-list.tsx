import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { timings } from '#contract/business.ts'
import { call } from '../../api/client.ts'

export interface SuggestionListProps {
  input: RefObject<HTMLInputElement | null>
  onSelect: (text: string) => void
}

const minLength = 2

/** Suggestions below a search input, which stays a searchbox: arrow keys move, Enter selects, Escape closes. */
export function SuggestionList({ input, onSelect }: SuggestionListProps): ReactNode {
  const id = useId()
  const [suggestions, setSuggestions] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen && suggestions.length > 0

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
      const reply = await call('GET /products/suggestions', { query: { q } }, { signal }).catch(() => ({ suggestions: [] }))
      if (signal.aborted) return
      setSuggestions(reply.suggestions)
      setActive(-1)
      setOpen(document.activeElement === element)
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
    if (isShown) element.setAttribute('aria-controls', id)
    else element.removeAttribute('aria-controls')
    if (isShown && active >= 0) element.setAttribute('aria-activedescendant', `${id}-${active}`)
    else element.removeAttribute('aria-activedescendant')
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShown || event.isComposing) return
      const count = suggestions.length
      if (event.key === 'ArrowDown') setActive(((active + 2) % (count + 1)) - 1)
      else if (event.key === 'ArrowUp') setActive(((active + count + 1) % (count + 1)) - 1)
      else if (event.key === 'Escape') setOpen(false)
      else if (event.key === 'Enter' && active >= 0) {
        setOpen(false)
        onSelect(suggestions[active] ?? '')
      } else return
      event.preventDefault()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [input, id, isShown, active, suggestions, onSelect])

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </p>
      {isShown && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-50 mt-1 overflow-hidden rounded-control border border-edge bg-raised py-1 shadow-lift"
        >
          {suggestions.map((text, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
            <div
              key={text}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setOpen(false)
                onSelect(text)
              }}
              className="flex min-h-11 cursor-pointer items-center px-4 py-2 wrap-anywhere hover:bg-sunk aria-selected:bg-sunk aria-selected:font-semibold"
            >
              {text}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
