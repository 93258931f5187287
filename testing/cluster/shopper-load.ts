import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { apiBase } from '#contract/api.ts'
import { isBusy } from './is-busy.ts'

/** Before a request to a busy server is sent again. */
const busyMs = 500

/** Visitors who list products, and shoppers who sign in and change their carts, until stopped. Nobody retries but when a server is busy. */
export function startShopperLoad({ origin, productIds }: { origin: string; productIds: readonly string[] }) {
  const failures: string[] = []
  let isStopped = false

  const send = async (path: string, { body, ...options }: RequestInit = {}): Promise<Response | undefined> => {
    const { method = 'GET' } = options
    try {
      const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) }
      const reply = await fetch(origin + apiBase + path, { ...options, ...(body && { body }), headers })
      if (await isBusy(reply)) {
        await delay(busyMs)
        return await send(path, { body, ...options })
      }
      await reply.arrayBuffer()
      if (reply.ok) return reply
      failures.push(`${method} ${path}: ${reply.status}`)
    } catch (error) {
      failures.push(`${method} ${path}: ${(error as Error).message}`)
    }
    return undefined
  }
  const visit = () => send('/products/getAll?page=1&limit=7')

  const shop = async () => {
    const account = JSON.stringify({ name: `shopper-${randomUUID().slice(0, 8)}`, pin: '4321' })
    for (let time = 0; time < 2 && !isStopped; time += 1) {
      const signedIn = await send('/users/login', { method: 'POST', body: account })
      const headers = { cookie: (signedIn?.headers.getSetCookie() ?? []).map((each) => each.split(';')[0]).join('; ') }
      for (const product of signedIn ? productIds : []) {
        await send('/cart/add', { method: 'POST', headers, body: JSON.stringify({ product, size: 'M', quantity: 1 }) })
        await send(`/cart/${product}`, { method: 'PATCH', headers, body: JSON.stringify({ size: 'M', quantity: 2 }) })
      }
    }
  }

  const repeat = async (act: () => Promise<unknown>) => {
    while (!isStopped) await act()
  }
  const acting = Promise.all([visit, shop, shop].map(repeat))
  return {
    failures,
    async stop() {
      isStopped = true
      await acting
    },
  }
}
