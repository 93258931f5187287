import { useState } from 'react'
import { useReportUpload } from '../kit/open-uploads.tsx'
import { describeActionError } from '../kit/use-action.tsx'
import { useLatest } from '../kit/use-latest.ts'

/** An upload of a setting: how much of it is sent, and why it has failed. The form around it waits. `onUploaded` sees the form as it is then. */
export function useUpload<Reply>(onUploaded: (reply: Reply) => void) {
  /** from 0 to 1; undefined while nothing is sent */
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const latest = useLatest(onUploaded)
  useReportUpload(progress !== undefined)
  const upload = async (send: (onProgress: (share: number) => void) => Promise<Reply>) => {
    setFailure(undefined)
    setProgress(0)
    try {
      const reply = await send(setProgress)
      latest.current(reply)
    } catch (cause) {
      setFailure(describeActionError(cause))
    } finally {
      setProgress(undefined)
    }
  }
  const formatHint = (hint: string) => (progress === undefined ? hint : `Uploading ${Math.round(progress * 100)} %`)
  return { upload, isUploading: progress !== undefined, failure, formatHint }
}
