import { useState } from 'react'
import { describeActionError } from '../shared/use-action.tsx'

/** An upload of a setting: how much of it is sent, and why it has failed. */
export function useUpload() {
  /** from 0 to 1; undefined while nothing is sent */
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const upload = async (send: (onProgress: (share: number) => void) => Promise<void>) => {
    setFailure(undefined)
    setProgress(0)
    try {
      await send(setProgress)
    } catch (cause) {
      setFailure(describeActionError(cause))
    } finally {
      setProgress(undefined)
    }
  }
  const formatHint = (hint: string) => (progress === undefined ? hint : `Uploading ${Math.round(progress * 100)} %`)
  return { upload, isUploading: progress !== undefined, failure, formatHint }
}
