const pressable = 'button:not(:disabled), select:not(:disabled)'

/**
 * Disabling what was pressed takes the focus from it. Remembers where it was; the returned function, called once
 * everything can be pressed again, leads it back there, or to the nearest control when that one is gone.
 */
export function keepFocus(): () => void {
  const pressed = document.activeElement
  const line = pressed?.closest('li')
  const list = line?.parentElement
  const place = line && list ? [...list.children].indexOf(line) : -1
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const find = (within: Element | null | undefined) => within?.querySelector<HTMLElement>(pressable)
    const same = pressed instanceof HTMLElement && pressed.isConnected && pressed.matches(pressable) ? pressed : undefined
    const target =
      same ?? find(pressed?.closest('fieldset')) ?? find(list?.children[place] ?? list?.lastElementChild) ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }
}
