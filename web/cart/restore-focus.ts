import { useEffect, useRef } from 'react'

const focusable = 'button:not(:disabled), select:not(:disabled)'

/** Remembers the focused control of a list row. The returned function focuses it again or, if it is gone, the nearest control. */
function rememberFocus(): () => void {
  const control = document.activeElement
  const row = control?.closest('li')
  const list = row?.parentElement
  const index = row && list ? [...list.children].indexOf(row) : -1
  const findIn = (element: Element | null | undefined) => (element?.isConnected ? element.querySelector<HTMLElement>(focusable) : undefined)
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const target =
      control instanceof HTMLElement && control.isConnected && control.matches(focusable)
        ? control
        : (findIn(control?.closest('fieldset')) ??
          findIn(list?.children[index] ?? list?.lastElementChild) ??
          document.getElementById('main'))
    target?.focus({ preventScroll: true })
  }
}

/**
 * A control loses the focus when it is disabled or removed. The returned function wraps a change, so that the focus returns
 * after the next render in which `isBusy` is false.
 */
export function useFocusRestore(isBusy: boolean) {
  const restore = useRef<() => void>(undefined)
  useEffect(() => {
    if (isBusy) return
    restore.current?.()
    restore.current = undefined
  })
  return <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      restore.current = rememberFocus()
      change(...args)
    }
}
