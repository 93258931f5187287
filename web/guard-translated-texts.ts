const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT'

/** Longer chains of replacements do not happen. */
const maxSteps = 10

/**
 * Keeps the page working while a browser translates it. Translation puts each text into a <font>, so that React changes and removes texts
 * that are not in the page any more: it then throws, or an old price stays (react/react#11538). What React does with such a text happens to
 * the <font> instead. Call it before React starts.
 */
export function guardTranslatedTexts(): void {
  const { removeChild, insertBefore } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  /** A text, or an earlier <font> → the <font> that has replaced it. */
  const replacements = new WeakMap<Node, Node>()

  const observer = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (font) for (const node of removedNodes) if (node instanceof Text || isFont(node)) replacements.set(node, font)
    }
  })
  observer.observe(document, { childList: true, subtree: true })

  /** The child of `parent` that shows `child`; undefined when there is none. */
  const findShown = (parent: Node, child: Node): Node | undefined => {
    let shown: Node | null = child
    for (let step = 0; shown && step < maxSteps; step += 1) {
      if (shown.parentNode === parent) return shown
      shown = shown.parentNode ?? replacements.get(shown) ?? null
    }
    return undefined
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const shown = findShown(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    insertBefore.call(this, node, next && (findShown(this, next) ?? null))
    return node
  }

  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      nodeValue?.set?.call(this, value)
      let shown = this instanceof Text && !this.isConnected ? replacements.get(this) : undefined
      for (let step = 0; shown && !shown.isConnected && step < maxSteps; step += 1) shown = replacements.get(shown)
      if (shown) shown.textContent = value
    },
  })
}
