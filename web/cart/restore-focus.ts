import { useEffect, useRef } from 'react'

const focusable = 'button:not(:disabled), select:not(:disabled)'

/** A control in the row with this key or, if it is gone, in the nearest row. Rows of removed items come last. */
function findRowControl({ list, key, index }: { list: Element; key: string | undefined; index: number }): HTMLElement | null {
  const rows = [...list.children] as HTMLElement[]
  const inCart = ({ dataset }: HTMLElement) => dataset.removed === undefined
  const byDistance = [...rows.slice(index), ...rows.slice(0, index).reverse()]
  const row = rows.find((each) => each.dataset.key === key && inCart(each)) ?? byDistance.find(inCart) ?? byDistance[0]
  return row?.querySelector<HTMLElement>(focusable) ?? null
}

/** Remembers the focused control of a list row. The returned function focuses it again or, if it is gone, the nearest control. */
function rememberFocus(): () => void {
  const control = document.activeElement
  const row = control?.closest('li')
  const list = row?.parentElement
  const index = row && list ? [...list.children].indexOf(row) : -1
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const fieldset = control?.closest('fieldset')
    const target =
      control instanceof HTMLElement && control.isConnected && control.matches(focusable)
        ? control
        : ((fieldset?.isConnected ? fieldset.querySelector<HTMLElement>(focusable) : undefined) ??
          (list?.isConnected ? findRowControl({ list, key: row?.dataset.key, index }) : undefined) ??
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
