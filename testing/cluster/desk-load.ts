import { randomUUID } from 'node:crypto'
import type { CallReply } from '#contract/contract.ts'
import type { SelectedOrder, TransitionResult } from '#contract/orders/order-desk.ts'
import { createPersistentClient } from './retry.ts'

type Detail = CallReply<'GET /order/admin/:id'>

const batch = 12

/** An administrator who changes orders together, undoes some changes, removes items, ships parcels and records what a courier has paid. */
export function startDeskLoad({ origin, pin }: { origin: string; pin: string }) {
  const request = createPersistentClient({ origin })
  /** acknowledged changes that were not undone: the order and its status */
  const changed = new Map<string, string>()
  const undone = new Set<string>()
  /** tracking numbers of the lines that were recorded */
  const remitted: string[] = []
  let removals = 0
  let isStopped = false

  const acknowledge = (answers: readonly TransitionResult[], isUndo = false) => {
    for (const { _id, result, orderStatus } of answers) {
      if (result !== 'moved' || orderStatus === null) continue
      if (isUndo) undone.add(_id)
      changed.set(_id, orderStatus)
    }
  }
  const select = async (view: string, to: string): Promise<SelectedOrder[]> => {
    const { body } = await request<CallReply<'GET /order/admin/desk/selection'>>('GET', `/order/admin/desk/selection?view=${view}`)
    return body.orders.filter(({ transitions }) => transitions.includes(to as (typeof transitions)[number])).slice(0, batch)
  }
  const toSeen = (orders: readonly { _id: string; version: number | null }[]) => orders.map(({ _id, version }) => ({ _id, version }))

  async function transition(view: string, to: string): Promise<TransitionResult[]> {
    const orders = await select(view, to)
    if (orders.length === 0) return []
    const { body } = await request<CallReply<'POST /order/admin/moves'>>('POST', '/order/admin/moves', { to, orders: toSeen(orders) })
    acknowledge(body.answers)
    return body.answers.filter(({ result }) => result === 'moved')
  }

  async function undo(answers: readonly TransitionResult[]): Promise<void> {
    const orders = answers.filter((_, index) => index % 3 === 0)
    if (orders.length === 0) return
    const { body } = await request<CallReply<'POST /order/admin/moves/undo'>>('POST', '/order/admin/moves/undo', { orders: toSeen(orders) })
    acknowledge(body.answers, true)
  }

  /** Removes one item of an order on delivery that has several. A repeated request may find the order changed by the first one. */
  async function removeItem(): Promise<void> {
    for (const { _id } of await select('new', 'Confirmed')) {
      const { body: order } = await request<Detail>('GET', `/order/admin/${_id}`)
      const line = order.products.find(({ quantity }) => quantity > 1)
      if (order.kind === 'card' || !line) continue
      await request('POST', `/order/admin/${_id}/remove`, { line: line.line, quantity: 1, version: order.version })
      removals += 1
      return
    }
  }

  /** Ships packed orders by a courier, which delivers them and pays for them. */
  async function shipAndCollect(): Promise<void> {
    const trackingNumbers = new Map<string, { trackingNumber: string; amount: number }>()
    for (const { _id, version } of (await select('packed', 'Shipped')).slice(0, 4)) {
      const trackingNumber = `K${randomUUID().slice(0, 12).toUpperCase()}`
      const body = { courier: 'delhivery', trackingNumber, version, ship: true }
      await request('POST', `/order/admin/${_id}/shipment`, body)
      const { body: order } = await request<Detail>('GET', `/order/admin/${_id}`)
      if (order.orderStatus === 'Shipped') changed.set(_id, 'Shipped')
      if (order.kind !== 'card') trackingNumbers.set(_id, { trackingNumber, amount: order.cashOndelivery })
    }
    const delivered = await transition('shipped', 'Delivered')
    const due = delivered.flatMap(({ _id }) => trackingNumbers.get(_id) ?? [])
    if (due.length === 0) return
    const text = due.map(({ trackingNumber, amount }) => `${trackingNumber},${amount}`).join('\n')
    const { status } = await request('POST', '/remittances', { courier: 'delhivery', text })
    if (status === 200) remitted.push(...due.map(({ trackingNumber }) => trackingNumber))
  }

  async function work(): Promise<void> {
    const { status } = await request('POST', '/users/login', { name: 'admin', pin })
    if (status !== 200) throw new Error(`The administrator cannot sign in: ${status}`)
    for (let round = 0; !isStopped; round += 1) {
      await removeItem()
      const confirmed = await transition('new', 'Confirmed')
      if (round % 2 === 0) await undo(confirmed)
      await transition('to-pack', 'Packed')
      await shipAndCollect()
    }
  }

  const working = work()
  // Reported by `stop`.
  working.catch(() => {})
  return {
    changed,
    undone,
    remitted,
    countRemovals: () => removals,
    async stop() {
      isStopped = true
      await working
    },
  }
}
