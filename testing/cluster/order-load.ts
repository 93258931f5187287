import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { apiBase } from '#contract/api.ts'
import { buildGuestOrder } from '../factories.ts'
import { isBusy } from './is-busy.ts'

type OrderedProduct = Parameters<typeof buildGuestOrder>[0][number]

/** Before a failed order is retried with the same key. */
const retryAfterMs = 100

/** Between the orders of one buyer; short enough to keep orders in flight, long enough for the mails. */
const pauseMs = 40

export interface OrderLoad {
  /** numbers of the orders that were confirmed to a buyer */
  readonly acknowledged: string[]
  /** failed attempts: `503 with Retry-After`, `ECONNRESET` …, without those that a busy server has put off */
  readonly failures: string[]
  /** ends after the orders in flight, each of which is retried until it is acknowledged */
  stop(): Promise<void>
}

/** Guests who place orders one after another, with one idempotency key for all attempts of an order. */
export function startOrderLoad({
  origin,
  fallback = origin,
  products,
  buyers = 4,
  clicks = 1,
  timeoutMs = 15_000,
}: {
  origin: string
  /** another server, which the buyers try after a failed attempt */
  fallback?: string
  products: readonly OrderedProduct[]
  buyers?: number
  /** equal requests of an order at the same moment */
  clicks?: number
  /** of an attempt */
  timeoutMs?: number
}): OrderLoad {
  const acknowledged: string[] = []
  const failures: string[] = []
  let isStopped = false

  async function tryOrder({ server, key, body }: { server: string; key: string; body: string }): Promise<string | undefined> {
    try {
      const reply = await fetch(`${server}${apiBase}/guest/cashondelivery`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (reply.status === 201) return ((await reply.json()) as { order: { number: string } }).order.number
      if (!(await isBusy(reply))) failures.push(`${reply.status}${reply.headers.has('retry-after') ? ' with Retry-After' : ''}`)
    } catch (error) {
      const { cause, name } = error as Error & { cause?: NodeJS.ErrnoException }
      failures.push(cause?.code ?? cause?.message ?? name)
    }
    return undefined
  }

  async function buy(buyer: number): Promise<void> {
    for (let turn = buyer; !isStopped; turn += 1) {
      const key = randomUUID()
      const guestOrder = buildGuestOrder([products[turn % products.length] as OrderedProduct])
      // An address of its own, because one address gets a few mails a day.
      const deliveryAddress = { ...guestOrder.deliveryAddress, email: `${key}@example.com` }
      const order = { key, body: JSON.stringify({ ...guestOrder, deliveryAddress }) }
      let number: string | undefined
      for (let attempt = 0; !number; attempt += 1) {
        const server = attempt % 2 === 0 ? origin : fallback
        const numbers = await Promise.all(Array.from({ length: clicks }, () => tryOrder({ ...order, server })))
        number = numbers.find((each) => each !== undefined)
        if (!number) await delay(retryAfterMs)
      }
      acknowledged.push(number)
      await delay(pauseMs)
    }
  }

  const buying = Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)))
  return {
    acknowledged,
    failures,
    async stop() {
      isStopped = true
      await buying
    },
  }
}
