import { makeBadRequest, makeUnauthorized } from '../api/errors.ts'
import type { Order } from '../entities.ts'
import { TEXTS } from '../guesses.ts'
import { findOrder, refuseUnpayable } from '../orders.ts'
import type { ApiKey, World } from '../world.ts'

export interface SessionAsked {
  readonly key: string
  readonly orderId: string
  /** the browser's opinion of the amount; the order's is what counts */
  readonly amount: number | null
}

/** What the form checks before it shows itself: the key is known, the order is this account's and can be paid. */
export function checkSession({ world, asked }: { world: World; asked: SessionAsked }): { key: ApiKey; order: Order } {
  const key = world.state.keys.get(asked.key)
  if (!key) throw makeUnauthorized({ description: 'The api key provided is invalid' })
  const order = findOrder({ world, accountId: key.accountId, id: asked.orderId })
  if (asked.amount !== null && asked.amount !== order.amount) throw makeBadRequest({ description: TEXTS.amountMismatch, field: 'amount' })
  refuseUnpayable({ world, order })
  return { key, order }
}
