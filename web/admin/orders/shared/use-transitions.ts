import { useRef, useState } from 'react'
import { maxTransitions, type SelectedOrder, type TransitionResult } from '#contract/orders/order-desk.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { NetworkError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { describeActionError } from '../../kit/use-action.tsx'

type SeenOrder = Pick<SelectedOrder, '_id' | 'version'>

/** A change of many orders: what was answered, and what is still to be sent. */
export interface TransitionRun {
  readonly to: OrderStatus | 'undo'
  readonly total: number
  readonly answers: readonly TransitionResult[]
  readonly rest: readonly SeenOrder[]
  readonly busy: boolean
  /** why the rest was not sent */
  readonly error: string | undefined
  /** milliseconds since 1970; undefined when nothing can be undone */
  readonly undoUntil: number | undefined
}

const timeoutMs = 60_000

async function sendChunk({ to, orders }: { to: TransitionRun['to']; orders: SeenOrder[] }) {
  if (to !== 'undo') return callSignedIn('POST /order/admin/moves', { body: { to, orders } }, { timeout: timeoutMs })
  return { ...(await callSignedIn('POST /order/admin/moves/undo', { body: { orders } }, { timeout: timeoutMs })), undoSeconds: null }
}

/** Without an answer the same request is sent again: it gets the answers of the first, if that arrived. */
const sendWithRetry = (chunk: Parameters<typeof sendChunk>[0]) =>
  sendChunk(chunk).catch((error) => {
    if (error instanceof NetworkError) return sendChunk(chunk)
    throw error
  })

/** Changes the status of orders in chunks, one run at a time. `onAnswers` gets the answers of each chunk. */
export function useTransitions(onAnswers: (answers: readonly TransitionResult[]) => void) {
  const [run, setRun] = useState<TransitionRun>()
  const isBusy = useRef(false)

  const send = async (started: TransitionRun) => {
    if (isBusy.current) return
    isBusy.current = true
    let current: TransitionRun = { ...started, busy: true, error: undefined }
    setRun(current)
    try {
      while (current.rest.length > 0) {
        const orders = current.rest.slice(0, maxTransitions).map(({ _id, version }) => ({ _id, version }))
        const { answers, undoSeconds } = await sendWithRetry({ to: current.to, orders })
        // The time of the first orders counts for all.
        const undoUntil = current.undoUntil ?? (undoSeconds === null ? undefined : Date.now() + undoSeconds * 1_000)
        current = { ...current, answers: [...current.answers, ...answers], rest: current.rest.slice(maxTransitions), undoUntil }
        setRun(current)
        onAnswers(answers)
      }
    } catch (error) {
      current = { ...current, error: describeActionError(error) }
    }
    isBusy.current = false
    setRun({ ...current, busy: false })
  }

  const start = (to: TransitionRun['to'], orders: readonly SeenOrder[]) =>
    send({ to, total: orders.length, answers: [], rest: orders, busy: true, error: undefined, undoUntil: undefined })

  return {
    run,
    start: (to: OrderStatus, orders: readonly SeenOrder[]) => start(to, orders),
    /** Sends what a lost connection has left. */
    resume: () => run && send(run),
    /** Undoes the changes of the last run. */
    undo: () => run && start('undo', listTransitioned(run)),
    close: () => setRun(undefined),
  }
}

/** The orders that a run has changed, with their present versions. */
const listTransitioned = ({ answers }: TransitionRun): SeenOrder[] =>
  answers.flatMap(({ _id, result, version }) => (result === 'moved' && version !== null ? [{ _id, version }] : []))
