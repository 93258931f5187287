import { useEffect, useState } from 'react'
import { describeFailure } from '../../api/describe-failure.ts'
import type { ChosenLine, ReturnKind, ReturnPreview, ReturnSource } from './return-source.ts'

interface Answer {
  /** the chosen lines that it is for, as JSON */
  readonly contents: string
  readonly preview?: ReturnPreview
  readonly error?: string
}

interface PreviewRequest {
  source: ReturnSource
  kind: ReturnKind
  /** none: nothing is asked for */
  lines: ChosenLine[]
  isOverruled: boolean
}

/** What a return of the chosen lines would pay back or send. An answer for an earlier choice is ignored. `reload` asks again. */
export function useReturnPreview({ source, kind, lines, isOverruled }: PreviewRequest) {
  const [answer, setAnswer] = useState<Answer>()
  const [version, setVersion] = useState(0)
  const contents = JSON.stringify({ kind, lines, ...(isOverruled && { isOverruled }) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again
  useEffect(() => {
    const chosen = JSON.parse(contents) as Omit<PreviewRequest, 'source'>
    if (chosen.lines.length === 0) return
    let isCurrent = true
    source.preview(chosen).then(
      (preview) => isCurrent && setAnswer({ contents, preview }),
      (error) => isCurrent && setAnswer({ contents, error: describeFailure(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [source, contents, version])
  const { preview, error } = answer?.contents === contents ? answer : {}
  return {
    preview,
    error,
    reload: () => {
      setAnswer(undefined)
      setVersion((previous) => previous + 1)
    },
  }
}
