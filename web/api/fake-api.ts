import { vi } from 'vitest'
import { apiBase } from '#contract/api.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { Route } from '#contract/contract.ts'
import type { ApiErrorBody } from '#contract/kernel/endpoint.ts'

// For tests.

export interface ReceivedCall {
  readonly route: Route
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The JSON of a 200 answer, an error answer, 'offline' without a connection, 'never' until the call is given up, 'error' of the page itself. */
export type FakeAnswer = object | 'offline' | 'never' | 'error'

interface ErrorAnswer extends Partial<ApiErrorBody> {
  status: number
}

export const errorAnswer = ({ status, code = 'unknown', message = 'Refused.', ...details }: ErrorAnswer) =>
  Response.json({ ...details, code, message }, { status })

const toPattern = (route: Route): RegExp => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)

/** Replaces `fetch` until the test ends. Returns the calls in the order in which they arrive. */
export function fakeApi(answers: Partial<Record<Route, (call: ReceivedCall) => FakeAnswer | Promise<FakeAnswer>>>): ReceivedCall[] {
  const received: ReceivedCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, signal }: RequestInit & { method: string }) => {
    const path = url.slice(apiBase.length)
    const route = (Object.keys(answers) as Route[]).find((candidate) => toPattern(candidate).test(`${method} ${path.split('?')[0]}`))
    const answer = route && answers[route]
    if (!answer) throw new Error(`Unexpected call: ${method} ${path}`)
    const call = { route, path, headers: headers as Record<string, string>, body: JSON.parse(String(body ?? 'null')) }
    received.push(call)
    const reply = await answer(call)
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    if (reply === 'never') return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    // What `fetch` returns is not what the client expects.
    if (reply === 'error') return undefined
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  })
  return received
}

export const sampleProduct: Product = {
  _id: 'tee',
  name: 'Tee',
  description: 'Soft.',
  price: 799,
  image: '/images/tee/800.webp',
  backdrop: '#aabbcc',
  category: 'TEE',
  stock: 10,
  sizes: ['M', 'L', 'XL', 'XXL'],
}
