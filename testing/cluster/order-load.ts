import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { apiBase } from '#contract/calls.ts'
import { buildGuestOrder } from '../factories.ts'

type Ordered = Parameters<typeof buildGuestOrder>[0][number]

/** Milliseconds before a buyer who was told to come back, or not answered, asks again with the same key. */
const againAfterMs = 100

/** Milliseconds between the orders of one buyer: enough of them are under way at each moment, and their mails do not pile up. */
const nextAfterMs = 40

export interface OrderLoad {
  /** numbers of the orders that a buyer was told of */
  readonly acknowledged: string[]
  /** what buyers saw that was no order: `503 with Retry-After`, `ECONNRESET` … */
  readonly refusals: string[]
  /** ends after the orders in hand, each of which is asked for until it is acknowledged */
  stop(): Promise<void>
}

/** Guests who order a piece each, one after another, as browsers do: a key for each order, kept through every retry. */
export function startOrderLoad({
  origin,
  products,
  buyers = 4,
}: {
  origin: string
  products: readonly Ordered[]
  buyers?: number
}): OrderLoad {
  const acknowledged: string[] = []
  const refusals: string[] = []
  let isOver = false

  async function askOnce({ key, body }: { key: string; body: string }): Promise<string | undefined> {
    try {
      const reply = await fetch(`${origin}${apiBase}/guest/cashondelivery`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(15_000),
      })
      if (reply.status === 201) return ((await reply.json()) as { order: { number: string } }).order.number
      refusals.push(`${reply.status}${reply.headers.has('retry-after') ? ' with Retry-After' : ''}`)
    } catch (error) {
      const { cause, name } = error as Error & { cause?: NodeJS.ErrnoException }
      refusals.push(cause?.code ?? cause?.message ?? name)
    }
    return undefined
  }

  async function buy(buyer: number): Promise<void> {
    for (let turn = buyer; !isOver; turn += 1) {
      const order = { key: randomUUID(), body: JSON.stringify(buildGuestOrder([products[turn % products.length] as Ordered])) }
      let number: string | undefined
      while (!number) {
        number = await askOnce(order)
        if (!number) await delay(againAfterMs)
      }
      acknowledged.push(number)
      await delay(nextAfterMs)
    }
  }

  const buying = Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)))
  return {
    acknowledged,
    refusals,
    async stop() {
      isOver = true
      await buying
    },
  }
}
