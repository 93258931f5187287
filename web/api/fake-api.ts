import { vi } from 'vitest'
import { apiBase, type CallName } from '#contract/calls.ts'
import type { Product } from '#contract/catalog/products.ts'
import { calls } from '#contract/endpoint.ts'

// For tests.

export interface ReceivedCall {
  readonly name: CallName
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The JSON of a 200 answer, an error answer, or 'offline' when no answer arrives. */
export type FakeAnswer = object | 'offline'

export const errorAnswer = ({ status, code = 'unknown', message = 'Refused.' }: { status: number; code?: string; message?: string }) =>
  Response.json({ code, message }, { status })

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

/** Replaces `fetch` until the test ends. Returns the calls in the order in which they arrive. */
export function fakeApi(answers: Partial<Record<CallName, (call: ReceivedCall) => FakeAnswer | Promise<FakeAnswer>>>): ReceivedCall[] {
  const received: ReceivedCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit & { method: string }) => {
    const path = url.slice(apiBase.length)
    const name = (Object.keys(answers) as CallName[]).find(
      (candidate) => calls[candidate].method === method && toPattern(calls[candidate].path).test(path.split('?')[0] ?? ''),
    )
    const answer = name && answers[name]
    if (!answer) throw new Error(`Unexpected call: ${method} ${path}`)
    const call = { name, path, headers: headers as Record<string, string>, body: JSON.parse(String(body ?? 'null')) }
    received.push(call)
    const reply = await answer(call)
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    return reply instanceof Response ? reply : Response.json(reply)
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
