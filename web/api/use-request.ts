import { useRef, useState } from 'react'
import { describeFailure } from './describe-failure.ts'

/** Runs one request of a shopper at a time. `error` is why the last one failed; `setError` shows one that was found before. */
export function useRequest() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // A second click comes before the page is rendered as busy.
  const isSending = useRef(false)
  const run = async (request: () => Promise<unknown>): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setError(undefined)
    try {
      await request()
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return { busy, error, setError, run }
}
