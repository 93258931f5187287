/** Whether keys that are pressed go into this element. */
export const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))
