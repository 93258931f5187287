import { expect } from '@playwright/test'
import type { Bidi } from './firefox.ts'

interface Node {
  readonly sharedId: string
}
type Evaluated = { type: 'success'; result: { type: string; value?: unknown; sharedId?: string } } | { type: 'exception' }

/** The first visible element of a CSS selector whose label or text matches. Runs in the page. */
const findElement = `(css, pattern) => [...document.querySelectorAll(css)].find((element) => {
  const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
  return element.checkVisibility() && !element.disabled && new RegExp(pattern).test(text.trim())
}) ?? null`

/** A tab with cookies and storage of its own. */
export class Tab {
  readonly #bidi: Bidi
  readonly #context: string

  constructor({ bidi, context }: { bidi: Bidi; context: string }) {
    this.#bidi = bidi
    this.#context = context
  }

  static async open({ bidi }: { bidi: Bidi }): Promise<Tab> {
    const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {})
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
    const viewport = { width: 1280, height: 900 }
    await bidi.send('browsingContext.setViewport', { context, viewport })
    return new Tab({ bidi, context })
  }

  /** Opens a page and waits until it is hydrated. */
  async goto(path: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url: process.env.SHOP_URL + path, wait: 'complete' })
    await this.find('html[data-ready]')
  }

  /** The page in the first frame of this one. */
  async frame(): Promise<Tab> {
    const findFrame = async () => {
      const tree = { root: this.#context, maxDepth: 1 }
      const { contexts } = await this.#bidi.send<{ contexts: { children: { context: string }[] }[] }>('browsingContext.getTree', tree)
      return contexts[0]?.children[0]?.context
    }
    await expect.poll(findFrame).toBeDefined()
    return new Tab({ bidi: this.#bidi, context: (await findFrame()) ?? '' })
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const command = { expression, target: { context: this.#context }, awaitPromise: true }
    const reply = await this.#bidi.send<Evaluated>('script.evaluate', command)
    if (reply.type === 'exception') throw new Error(`This expression failed: ${expression}`)
    return reply.result.value as Value
  }

  async #call(functionDeclaration: string, parameters: readonly (string | Node)[]): Promise<Node | undefined> {
    const values = parameters.map((value) => (typeof value === 'string' ? { type: 'string', value } : value))
    const command = { functionDeclaration, arguments: values, target: { context: this.#context }, awaitPromise: true }
    const reply = await this.#bidi.send<Evaluated>('script.callFunction', command)
    if (reply.type === 'exception' || reply.result.sharedId === undefined) return undefined
    return { sharedId: reply.result.sharedId }
  }

  /** Waits for a visible element, whose label or text matches. */
  async find(css: string, text = /(?:)/): Promise<Node> {
    let found: Node | undefined
    const search = async () => {
      // While a page is replaced there is nothing to ask.
      found = await this.#call(findElement, [css, text.source]).catch(() => undefined)
      return found !== undefined
    }
    await expect.poll(search, `${css} with ${text}`).toBe(true)
    return found as Node
  }

  async click(css: string, text?: RegExp): Promise<void> {
    const element = await this.find(css, text)
    await this.#call('(element) => element.scrollIntoView({ block: "center", behavior: "instant" })', [element])
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const sources = [{ type: 'pointer', id: 'mouse', actions }]
    await this.#bidi.send('input.performActions', { context: this.#context, actions: sources })
  }

  /** Types into a field, or selects an option by its first letters. */
  async type(css: string, label: RegExp, text: string): Promise<void> {
    await this.#call('(element) => element.focus()', [await this.find(css, label)])
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    await this.#bidi.send('input.performActions', { context: this.#context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Waits until the address of the page matches. */
  async expectPath(path: RegExp): Promise<void> {
    await expect.poll(() => this.evaluate<string>('location.pathname + location.search').catch(() => '')).toMatch(path)
  }

  async expectText(text: RegExp): Promise<void> {
    await expect.poll(() => this.evaluate<string>('document.body.innerText').catch(() => '')).toMatch(text)
  }
}
