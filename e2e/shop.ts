import { randomUUID } from 'node:crypto'
import { expect, type Page, type Response } from '@playwright/test'
import type { Product, ProductList } from '#contract/catalog/products.ts'
import { adminPin } from './shop-server.ts'
import { test as base } from './worker-shop.ts'

export { expect }

/** For `test.use`: a phone. Tests have a wide screen otherwise. */
export const phoneScreen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export const address = {
  'First name': 'Asha',
  'Last name': 'Rao',
  Address: '12 Lake Road',
  City: 'Bengaluru',
  State: 'Karnataka',
  'PIN code': '560001',
  Phone: '9876543210',
  Email: 'asha@example.com',
}

/** The texts of toasts that were shown. One may be gone before a slow machine looks for it. */
const toastsOf = new WeakMap<Page, string[]>()

/** Runs in the page. A toast is a message that is added, or gets another text, while the page is open. */
function observeMessages(report: (text: string) => void): void {
  const messages = '[role=status], [role=alert]'
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ target, addedNodes }) => (target instanceof Text ? [target] : [...addedNodes]))) {
      const element = node instanceof Element ? node : node.parentElement
      for (const message of [...(element?.querySelectorAll(messages) ?? []), element?.closest(messages)]) {
        if (message?.textContent) report(message.textContent)
      }
    }
  })
  addEventListener('DOMContentLoaded', () => observer.observe(document, { childList: true, characterData: true, subtree: true }))
}

const apiCallsShown = 20

interface TestFixtures {
  shop: Shop
  shopper: Shop
  consoleErrors: string[]
  toasts: string[]
  apiCalls: string[]
}

/** Fixtures: `shop` is a guest, `shopper` is signed in. An error in the browser's console fails the test. */
export const test = base.extend<TestFixtures>({
  // A failed test prints the last API calls of its page.
  apiCalls: [
    async ({ page }, use, testInfo) => {
      const calls: string[] = []
      page.on('response', (response: Response) => {
        const url = new URL(response.url())
        if (url.pathname.startsWith('/api/')) calls.push(`${response.status()} ${response.request().method()} ${url.pathname}${url.search}`)
      })
      await use(calls)
      if (testInfo.status !== testInfo.expectedStatus)
        console.log(`API calls before the failure:\n${calls.slice(-apiCallsShown).join('\n')}`)
    },
    { auto: true },
  ],
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // Tests cause failed requests on purpose; the page shows them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
      })
      await use(errors)
      expect(errors, 'errors in the browser console').toEqual([])
    },
    { auto: true },
  ],
  toasts: [
    async ({ page }, use) => {
      const texts: string[] = []
      toastsOf.set(page, texts)
      await page.exposeFunction('reportMessage', (text: string) => void texts.push(text))
      await page.addInitScript(`(${observeMessages})(reportMessage)`)
      await use(texts)
    },
    { auto: true },
  ],
  shop: async ({ page }, use) => use(new Shop(page)),
  // Registers a new account through the API.
  shopper: async ({ page }, use) => {
    await page.request.post('/api/v1/users/login', { data: { name: `shopper ${randomUUID().slice(0, 8)}`, pin: '1234' } })
    await use(new Shop(page))
  },
})

export class Shop {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens a page and waits until it is hydrated. */
  async open(path: string): Promise<void> {
    const response = await this.page.goto(path)
    expect(response?.status(), path).not.toBe(503)
    await this.page.locator('html[data-ready]').waitFor()
  }

  /** Loads the page again and waits until it is hydrated. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.page.locator('html[data-ready]').waitFor()
  }

  /** Opens a page without waiting until it is hydrated, for tests of what happens before. */
  async openUnready(path: string): Promise<void> {
    await this.page.goto(path)
  }

  async signIn(credentials: { name: string; pin: string }): Promise<void> {
    await this.open('/login')
    await this.fillSignIn(credentials)
  }

  async fillSignIn({ name, pin }: { name: string; pin: string }): Promise<void> {
    await this.page.getByLabel('Username').fill(name)
    await this.page.getByLabel('PIN').fill(pin)
    await this.page.getByRole('button', { name: 'Sign In' }).click()
  }

  readonly adminPin = adminPin

  /** The links of the navigation bar as [label, path]. Opens the menu on small screens. */
  async navigationLinks(): Promise<[string, string][]> {
    const bar = this.page.getByRole('navigation', { name: 'Main' })
    const menu = bar.locator('summary')
    const links = bar.getByRole('listitem').getByRole('link').filter({ visible: true })
    // A navigation closes the menu, so opening it is retried.
    await expect(async () => {
      if ((await links.count()) === 0) await menu.click({ timeout: 5_000 })
      expect(await links.count()).toBeGreaterThan(0)
    }).toPass()
    return links.evaluateAll((all) =>
      all.map((link) => [link.textContent?.trim() ?? '', new URL((link as HTMLAnchorElement).href).pathname]),
    )
  }

  /** A product card by name, or by index from 0. */
  card(nameOrIndex: string | number) {
    const cards = this.page.getByRole('article')
    return typeof nameOrIndex === 'number'
      ? cards.nth(nameOrIndex)
      : cards.filter({ has: this.page.getByRole('heading', { name: nameOrIndex, exact: true }) })
  }

  async add({ name, size }: { name: string; size?: string }): Promise<void> {
    if (size) await this.card(name).getByRole('radio', { name: size, exact: true }).check()
    await this.card(name).getByRole('button', { name: 'Add to Cart' }).click()
  }

  /** Presses Tab until the element with this name has the focus. */
  async tabTo(name: RegExp): Promise<void> {
    for (let steps = 0; steps < 80; steps += 1) {
      await this.page.keyboard.press('Tab')
      const focused = await this.page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null
        // Without a focused element, the body would match any name.
        if (element === document.body) return ''
        const label = element && 'labels' in element ? ((element as HTMLInputElement).labels?.[0]?.textContent ?? '') : ''
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''} ${label}`
      })
      if (name.test(focused)) return
    }
    throw new Error(`Nothing called ${name} can be reached by keyboard.`)
  }

  toast(text: RegExp) {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  /** Waits until a toast has been shown on the test's page. It may be gone again. */
  async expectToast(text: string | RegExp): Promise<void> {
    await expect.poll(() => toastsOf.get(this.page)?.join('\n')).toMatch(text)
  }

  /** Adds one item to the cart and opens the cart. */
  async startCart(): Promise<Product> {
    const [product] = await this.products('limit=7')
    if (!product) throw new Error('The demo shop has products.')
    await this.open('/buy')
    await this.add({ name: product.name, size: 'M' })
    await this.card(product.name).getByRole('link', { name: 'Go to Cart' }).click()
    await this.page.getByRole('button', { name: 'Order', exact: true }).waitFor()
    return product
  }

  async startOrder(): Promise<Product> {
    const product = await this.startCart()
    await this.page.getByRole('button', { name: 'Order', exact: true }).click()
    await this.page.getByRole('button', { name: 'Place Order' }).waitFor()
    return product
  }

  async fillAddress(change: Partial<typeof address> = {}): Promise<void> {
    for (const [label, value] of Object.entries({ ...address, ...change })) {
      const field = this.page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
      else await field.fill(value)
    }
  }

  /** Demo products with enough stock for all tests, from the API. */
  async products(query = 'limit=100'): Promise<Product[]> {
    const reply = await this.page.request.get(`/api/v1/products/getAll?${query}`)
    return ((await reply.json()) as ProductList).products.filter((product) => product.stock >= 100)
  }
}
