import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

// An assistant as others write them: it knows the release of the protocol and the address of a shop. What it calls is in the profile of the shop.
// It imports nothing of the shop, so that a mistake of the shop is not repeated here.

const version = '2026-04-08'
const service = 'dev.ucp.shopping'
const supported = ['catalog.search', 'catalog.lookup', 'cart', 'checkout', 'fulfillment', 'discount'].map((name) => `${service}.${name}`)

/** A reply of the protocol. */
// biome-ignore lint/suspicious/noExplicitAny: the assistant reads members by name, as a script does
type Json = any

interface Purchase {
  /** what is searched for */
  readonly query: string
  readonly quantity?: number
  /** the code of an offer */
  readonly code?: string
  readonly buyer: Readonly<Record<string, string>>
  readonly destination: Readonly<Record<string, string>>
}

/** Serves the profile of the assistant, as the protocol demands it of each one. */
async function serveProfile(): Promise<{ server: Server; url: string }> {
  const site = `https://ucp.dev/${version}`
  const capabilities = Object.fromEntries(
    supported.map((name) => [name, [{ version, spec: `${site}/specification/overview`, schema: `${site}/schemas/shopping/cart.json` }]]),
  )
  const profile = JSON.stringify({ ucp: { version, services: {}, capabilities, payment_handlers: {} } })
  const server = createServer((_request, response) => {
    response.setHeader('cache-control', 'public, max-age=300')
    response.setHeader('content-type', 'application/json').end(profile)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile.json` }
}

/** Reads the profile of a shop. Returns the address of its calls and the names of its capabilities in the release of the assistant. */
async function discover(shopUrl: string) {
  const { ucp }: Json = await (await fetch(new URL('/.well-known/ucp', shopUrl), { redirect: 'error' })).json()
  const rest = ucp.services[service].find((each: Json) => each.transport === 'rest' && each.version === version)
  const offered = Object.entries<Json>(ucp.capabilities).filter(([, entries]) => entries.some((each: Json) => each.version === version))
  return { endpoint: String(rest.endpoint), capabilities: new Set(offered.map(([name]) => name)) }
}

/** Starts an assistant that shops in one shop. `report` is told each step. */
export async function startAssistant({ shopUrl, report = () => {} }: { shopUrl: string; report?: (step: string) => void }) {
  const { server, url } = await serveProfile()
  const { endpoint, capabilities } = await discover(shopUrl)

  /** @throws Error for a call that the profile of the shop does not name, and for a reply without a result. */
  async function send(capability: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Json> {
    if (!capabilities.has(`${service}.${capability}`)) throw new Error(`The shop does not offer ${capability}.`)
    const reply = await fetch(endpoint + path, {
      method,
      redirect: 'error',
      headers: {
        'ucp-agent': `profile="${url}"`,
        'request-id': randomUUID(),
        ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: Json = await reply.json()
    report(`${method} ${path} ${reply.status}`)
    if (!reply.ok || json.ucp.status === 'error') throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }

  return {
    send,
    /** Finds a product, fills a cart, and begins a checkout of it. Returns the product and the checkout, whose `continue_url` the buyer opens. */
    async shop({ query, quantity = 1, code, buyer, destination }: Purchase): Promise<{ product: Json; checkout: Json }> {
      const { products } = await send('catalog.search', 'POST', '/catalog/search', { query })
      const inStock = products.find(({ variants }: Json) => variants.some(({ availability }: Json) => availability.available))
      const { product } = await send('catalog.lookup', 'POST', '/catalog/product', { id: inStock.id })
      const variant = product.variants.find(({ availability }: Json) => availability.available)
      report(`${product.title}: ${variant.title}, ${variant.price.amount} ${variant.price.currency}`)
      const discounts = { codes: code === undefined ? [] : [code] }
      const cart = await send('cart', 'POST', '/carts', { line_items: [{ item: { id: variant.id }, quantity }], discounts })
      const created = await send('checkout', 'POST', '/checkout-sessions', { cart_id: cart.id, line_items: [] })
      // An update replaces the checkout, so it has everything.
      const checkout = await send('checkout', 'PUT', `/checkout-sessions/${created.id}`, {
        id: created.id,
        line_items: created.line_items.map((line: Json) => ({ id: line.id, item: { id: line.item.id }, quantity: line.quantity })),
        buyer,
        discounts: { codes: created.discounts?.codes ?? [] },
        fulfillment: { methods: [{ type: 'shipping', destinations: [{ id: 'home', ...destination }], selected_destination_id: 'home' }] },
      })
      for (const { type, content } of checkout.messages ?? []) report(`${type}: ${content}`)
      for (const { display_text, amount } of checkout.totals) report(`${display_text}: ${amount}`)
      report(`${checkout.status}: ${checkout.continue_url}`)
      return { product, checkout }
    },
    async stop(): Promise<void> {
      server.close()
      await once(server, 'close')
    },
  }
}
