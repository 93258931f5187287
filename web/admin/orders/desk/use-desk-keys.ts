import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../shared/is-typing.ts'

/** The keys of the desk as the help lists them. */
export const deskKeys = {
  j: 'Next order',
  k: 'Previous order',
  Space: 'Open the order',
  x: 'Select the order, or no longer',
  'Shift + x': 'Select all orders from the last selected one; so does Shift with a click',
  p: 'Print the selected orders',
  '/': 'Search',
  '?': 'Show these keys',
} as const

interface DeskKeyHandlers {
  onSelect: (index: number, options: { isRange: boolean }) => void
  onPrint: () => void
  onHelp: () => void
}

/** The rows of the desk's table. */
const listRows = () => [...document.querySelectorAll<HTMLTableRowElement>('[data-desk] tbody tr')]

const findLink = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLAnchorElement>('a')

/** Keyboard shortcuts, except while typing and while a dialog is open. The row with the focus is the current one. */
export function useDeskKeys(handlers: DeskKeyHandlers): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(document.activeElement) || document.querySelector('dialog[open]')) return
    const rows = listRows()
    const current = rows.findIndex((row) => row.contains(document.activeElement))
    const focus = (index: number) => findLink(rows[Math.max(0, Math.min(index, rows.length - 1))])?.focus()
    const actions: Record<string, () => void> = {
      j: () => focus(current + 1),
      k: () => focus(current < 0 ? 0 : current - 1),
      x: () => current >= 0 && handlers.onSelect(current, { isRange: event.shiftKey }),
      p: handlers.onPrint,
      '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
      '?': handlers.onHelp,
    }
    const link = findLink(rows[current])
    const action = event.key === ' ' && link && document.activeElement === link ? () => link.click() : actions[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
