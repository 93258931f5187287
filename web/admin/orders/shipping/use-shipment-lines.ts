import { useState } from 'react'
import type { CheckedLine, LineResult } from '#contract/orders/shipments.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { describeActionError } from '../../kit/use-action.tsx'

/** Lines of one call: the server accepts no more than `maxEnteredLines`. */
const linesPerCall = 25

export const isReady = ({ outcome }: CheckedLine): boolean => outcome === 'ready'

/** Checks pasted lines, and enters those that are ready, some at a time. What a lost connection has left can be entered again. */
export function useShipmentLines() {
  const [busy, setBusy] = useState<'checking' | 'entering'>()
  const [lines, setLines] = useState<readonly CheckedLine[]>()
  const [error, setError] = useState<string>()

  const run = async (name: 'checking' | 'entering', work: () => Promise<void>) => {
    if (busy) return
    setBusy(name)
    setError(undefined)
    await work().catch((failure) => setError(describePasteError(failure)))
    setBusy(undefined)
  }

  return {
    busy,
    lines,
    error,
    /** forgets the checked lines, because the text has changed */
    clear() {
      setLines(undefined)
      setError(undefined)
    },
    check: (request: { text: string; ship: boolean; courier?: CourierKey }) =>
      run('checking', async () => setLines((await callSignedIn('POST /shipments/check', { body: request })).lines)),
    enter: (ship: boolean) =>
      run('entering', async () => {
        const entries = (lines ?? []).filter(isReady).flatMap(({ entry }) => (entry ? [entry] : []))
        for (let start = 0; start < entries.length; start += linesPerCall) {
          const body = { lines: entries.slice(start, start + linesPerCall), ship }
          const { results } = await callSignedIn('POST /shipments', { body })
          setLines((current) => current && mergeResults(current, results))
        }
      }),
  }
}

/** The text of a failed check, with what is wrong with the pasted text. */
export const describePasteError = (failure: unknown): string =>
  (failure instanceof ApiError && failure.fields.text) || describeActionError(failure)

function mergeResults(lines: readonly CheckedLine[], results: readonly LineResult[]): CheckedLine[] {
  const byLine = new Map(results.map((result) => [result.line, result]))
  return lines.map((line) => ({ ...line, ...byLine.get(line.line) }))
}
