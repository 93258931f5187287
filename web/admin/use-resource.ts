import { useCallback, useEffect, useState } from 'react'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../api/client.ts'

/** What went wrong, in the words of whoever knows. */
export function describeError(problem: unknown): string {
  return problem instanceof ApiError || problem instanceof NetworkError ? problem.message : screenTexts.fetchFailed
}

interface Loaded<Data> {
  readonly id: string
  readonly data?: Data
  readonly problem?: string
}

/** Loads the detail that a drawer shows. `load` must be a function of its module, not one made anew for each drawing. */
export function useResource<Data>({ id, load }: { id: string; load: (id: string) => Promise<Data> }) {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ id })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn loads again
  useEffect(() => {
    let isCurrent = true
    load(id).then(
      (data) => isCurrent && setLoaded({ id, data }),
      (problem) => isCurrent && setLoaded({ id, problem: describeError(problem) }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, load, turn])
  const { data, problem } = loaded.id === id ? loaded : {}
  return {
    data,
    problem,
    reload: useCallback(() => setTurn((before) => before + 1), []),
    /** what an answer has told already need not be asked again */
    put: useCallback((fresh: Data) => setLoaded({ id, data: fresh }), [id]),
  }
}
