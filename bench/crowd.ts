import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import { apiBase } from '#contract/calls.ts'
import { buildGuestOrder } from '#testing/factories.ts'
import type { Asked } from './load.ts'

export interface Product {
  readonly id: string
  readonly name: string
  readonly price: number
}

export interface Crowd {
  readonly origin: string
  readonly wish: 'order' | 'read' | 'page' | 'sign in'
  readonly connections: number
  readonly seconds: number
  /** the first so many of them do not count: who stood at the door when it opened */
  readonly settling: number
  readonly products: readonly Product[]
}

export interface Outcome {
  /** milliseconds of those that were let in, in order */
  readonly admitted: readonly number[]
  readonly turnedAway: number
  /** any other 5xx, broken connections, time run out */
  readonly faults: number
}

const json = { 'content-type': 'application/json' }

function createWishes(products: readonly Product[]): Record<Crowd['wish'], () => Asked> {
  let turn = 0
  const next = () => {
    turn += 1
    return turn
  }
  return {
    order: () => ({
      method: 'POST',
      path: `${apiBase}/guest/cashondelivery`,
      headers: { ...json, 'idempotency-key': randomUUID() },
      body: JSON.stringify(buildGuestOrder([products[next() % products.length] as Product])),
    }),
    // Each asks for another one, so nothing that is kept answers.
    read: () => ({ path: `${apiBase}/products/getAll?limit=7&page=${1 + (next() % 1_400)}&sort=price-asc` }),
    page: () => ({ path: `/buy/${1 + (next() % 1_400)}?sort=price-asc` }),
    'sign in': () => ({
      method: 'POST',
      path: `${apiBase}/users/login`,
      headers: json,
      body: JSON.stringify({ name: `storm ${next()}`, pin: '1234' }),
    }),
  }
}

/** So many people at once, each asking again as soon as they are answered. Only who was let in counts for the time. */
async function send({ origin, wish, connections, seconds, settling, products }: Crowd): Promise<Outcome> {
  const ask = createWishes(products)[wish]
  const admitted: number[] = []
  let turnedAway = 0
  let faults = 0
  const counted = performance.now() + settling * 1000
  const { promise: done, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const requests = [{ setupRequest: (request: object) => ({ ...request, ...ask() }) }]
  const run = autocannon({ url: origin, connections, duration: seconds, timeout: 30, requests }, (problem, result) =>
    problem ? reject(problem) : resolve(result),
  )
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status === 503) turnedAway += 1
    else if (status >= 500) faults += 1
    else if (performance.now() - milliseconds > counted) admitted.push(milliseconds)
  })
  const { errors } = await done
  return { admitted: admitted.toSorted((one, other) => one - other), turnedAway, faults: faults + errors }
}

parentPort?.postMessage(await send(workerData as Crowd))
