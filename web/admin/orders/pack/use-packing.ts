import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { TransitionResult } from '#contract/orders/order-desk.ts'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useTransitions } from '../shared/use-transitions.ts'
import { countTicked, isComplete, markMissing, nameItem, noProgress, type Progress, scanCode, tickItem } from './packing-progress.ts'
import { type PackingStore, readPackingStore, writePackingStore } from './packing-store.ts'
import { playSound } from './play-sound.ts'

/** Characters of a refused code. */
const maxShownCode = 40

/** Milliseconds after which the order at hand is claimed again; a claim lasts ten minutes. */
const renewMs = 5 * 60_000

/** What the screen says last; `count` tells a repeated text from the one before. */
export interface Notice {
  readonly text: string
  readonly isError: boolean
  readonly count: number
}

interface Packing {
  /** the queue as the server has it */
  readonly orders: readonly OrderToPack[]
  readonly onReload: () => void
  /** called with the number of an order that is packed */
  readonly onPacked: (number: string) => void
}

const describeOpened = ({ by, minutes }: NonNullable<OrderToPack['opened']>): string =>
  `${by ?? 'Somebody'} has opened this order ${minutes === 0 ? 'just now' : `${minutes} min ago`}`

/** One order after another: which is at hand, what of it is ticked, and the change to Packed. */
export function usePacking({ orders, onReload, onPacked }: Packing) {
  const [store, setStore] = useState(readPackingStore)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [elsewhere, setElsewhere] = useState<ReadonlyMap<string, OrderToPack['opened']>>(new Map())
  const [notice, setNotice] = useState<Notice>({ text: '', isError: false, count: 0 })
  // Two codes may be read, or an answer may arrive, before the screen is rendered again.
  const latest = useRef(store)
  const isUndo = useRef(false)
  // The versions of undone orders, until the queue has them.
  const undone = useRef(new Map<string, number>())
  const shown = useRef<OrderToPack>(undefined)

  const queue = orders.filter(({ _id }) => !done.has(_id)).map((order) => ({ ...order, opened: order.opened ?? elsewhere.get(order._id) }))
  const current = queue.find(({ _id }) => _id === store.current) ?? sortQueue(queue, store)[0]
  const readProgress = (id: string): Progress => latest.current.progress[id] ?? noProgress

  const change = (values: Partial<PackingStore>) => {
    latest.current = { ...latest.current, ...values }
    setStore(latest.current)
    writePackingStore(latest.current)
  }
  const say = (text: string, isError = false) => {
    setNotice(({ count }) => ({ text, isError, count: count + 1 }))
    if (isError) playSound('refused')
  }
  const goOn = (rest: readonly OrderToPack[], values: Partial<PackingStore> = {}) =>
    change({ ...values, current: sortQueue(rest, { ...latest.current, ...values })[0]?._id })
  const skip = ({ _id }: OrderToPack, values: Partial<PackingStore> = {}) => {
    goOn(queue, { ...values, later: [...latest.current.later.filter((id) => id !== _id), _id] })
    onReload()
  }
  /** Takes an order out of the queue; one that is shown makes room for the next. */
  const remove = (id: string) => {
    setDone((before) => new Set([...before, id]))
    const { [id]: _, ...progress } = latest.current.progress
    const values = { progress, later: latest.current.later.filter((each) => each !== id) }
    if (latest.current.current !== id) return change(values)
    goOn(
      queue.filter(({ _id }) => _id !== id),
      values,
    )
  }

  const onAnswer = ({ _id, number, result, message, orderStatus, version }: TransitionResult) => {
    const name = number ?? 'The order'
    if (isUndo.current && result === 'moved') {
      undone.current.set(_id, version ?? 0)
      setDone((before) => new Set([...before].filter((id) => id !== _id)))
      change({ current: _id })
      say(`${name} is to be packed again.`)
    } else if (isUndo.current) say(`${name} is still packed: ${message}`, true)
    else if (result === 'moved') {
      remove(_id)
      say(`${name} is packed.`)
      onPacked(name)
    } else if (orderStatus !== 'Confirmed') {
      remove(_id)
      say(describeGone(name, orderStatus), true)
    } else if (result === 'changed') say(`${name} has changed. Check it again, then press Packed.`, true)
    else say(`${name} is not packed: ${message}`, true)
    onReload()
  }
  const { run, ...transitions } = useTransitions(([answer]) => answer && onAnswer(answer))
  const busy = run?.busy ?? false

  const onShown = useEffectEvent(() => {
    const before = shown.current
    shown.current = current
    // A reloaded queue no longer has the order at hand.
    if (before && before._id !== current?._id && latest.current.current === before._id) say(describeGone(before.number, null), true)
    if (latest.current.current !== current?._id) change({ current: current?._id })
  })
  const onOpened = useEffectEvent((id: string, { opened, orderStatus }: CallReply<'POST /order/admin/pack/open'>) => {
    if (orderStatus !== 'Confirmed') return onReload()
    if (!opened) return
    setElsewhere((before) => new Map(before).set(id, opened))
    const free = queue.filter((order) => order._id !== id && !order.opened && !store.later.includes(order._id))
    if (free.length === 0 || Object.keys(readProgress(id).ticked).length > 0) return
    // What went wrong with the order before is still to be read.
    if (!notice.isError) say(`${current?.number}: ${describeOpened(opened)}. It comes later.`)
    goOn(free)
  })
  const { packer } = store
  const currentId = current?._id
  useEffect(() => {
    onShown()
    if (currentId === undefined) return
    let isLate = false
    const open = async () => {
      const answer = await callSignedIn('POST /order/admin/pack/open', { body: { _id: currentId, packer } })
      if (!isLate) onOpened(currentId, answer)
    }
    // Without an answer the order may be open at another table, too.
    const tryOpen = () => void open().catch(() => {})
    tryOpen()
    const timer = setInterval(tryOpen, renewMs)
    return () => {
      isLate = true
      clearInterval(timer)
    }
  }, [currentId, packer])

  const tick = (item: ItemToPack, by: 1 | -1 = 1) => {
    if (!current || busy) return
    const next = tickItem({ progress: readProgress(current._id), item, change: by })
    if (!next) return say(`${nameItem(item)}: all ${item.quantity} are ticked already.`, true)
    change({ current: current._id, progress: { ...latest.current.progress, [current._id]: next } })
    say(`${nameItem(item)}: ${countTicked(next, item)} of ${item.quantity}`)
    if (by === 1) playSound('ticked')
  }
  const pack = () => {
    if (!current || busy || !isComplete(current, readProgress(current._id))) return
    isUndo.current = false
    const version = Math.max(current.version, undone.current.get(current._id) ?? 0)
    transitions.start('Packed', [{ _id: current._id, version }])
  }
  const scan = (code: string) => {
    if (!current || busy) return
    const progress = readProgress(current._id)
    const result = scanCode({ order: current, progress, code })
    if (result.kind === 'ticked' || result.kind === 'too many') tick(result.item)
    else if (result.kind === 'wrong') say(`${cutText(code, maxShownCode)} is not in this order.`, true)
    else if (isComplete(current, progress)) pack()
    else say('Not all items are ticked.', true)
  }
  const reportMissing = () => {
    if (!current || busy || isComplete(current, readProgress(current._id))) return
    const progress = { ...latest.current.progress, [current._id]: markMissing(current, readProgress(current._id)) }
    skip(current, { progress })
    say(`${current.number} comes at the end, with what is missing.`)
  }

  return {
    current,
    progress: (current && store.progress[current._id]) ?? noProgress,
    notice,
    run,
    busy,
    openedText: current?.opened && `${describeOpened(current.opened)}.`,
    /** with what was ticked of each */
    queue: queue.map((order) => ({ ...order, progress: store.progress[order._id] ?? noProgress })),
    tick,
    pack,
    scan,
    reportMissing,
    skip: () => {
      if (!current || busy) return
      skip(current)
      say('')
    },
    undo: () => {
      isUndo.current = true
      transitions.undo()
    },
  }
}

/** `status` is that of an order that cannot be packed any more; null when it is not known. */
const describeGone = (number: string, status: string | null): string =>
  `${number} ${status === null ? 'is no longer to be packed' : `is ${status} now`}. Put its items back.`

/** The queue of the server; orders of other tables come later, and those that were skipped come last. */
function sortQueue(queue: readonly OrderToPack[], { later }: PackingStore): OrderToPack[] {
  const rank = ({ _id, opened }: OrderToPack) => (later.includes(_id) ? 2 + later.indexOf(_id) : opened ? 1 : 0)
  return queue.toSorted((a, b) => rank(a) - rank(b))
}
