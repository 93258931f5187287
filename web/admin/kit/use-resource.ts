import { useCallback, useEffect, useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError, NetworkError } from '../../api/client.ts'

/** The text of an error for administrators. */
export function describeError(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : screenTexts.fetchFailed
}

interface Result<Data> {
  readonly id: string
  readonly data?: Data
  readonly error?: string
}

/** Loads the data of one id and reloads it on demand; a failed reload keeps it. `load` must be the same function in every render. */
export function useResource<Data>({ id, load }: { id: string; load: (id: string) => Promise<Data> }) {
  const [result, setResult] = useState<Result<Data>>({ id })
  const [version, setVersion] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads again
  useEffect(() => {
    let isCurrent = true
    load(id).then(
      (data) => isCurrent && setResult({ id, data }),
      (error) => isCurrent && setResult((previous) => ({ ...(previous.id === id && previous), id, error: describeError(error) })),
    )
    return () => {
      isCurrent = false
    }
  }, [id, load, version])
  const { data, error } = result.id === id ? result : {}
  return {
    data,
    error,
    reload: useCallback(() => setVersion((previous) => previous + 1), []),
    /** replaces the data with that of another reply */
    setData: useCallback((fresh: Data) => setResult({ id, data: fresh }), [id]),
  }
}
