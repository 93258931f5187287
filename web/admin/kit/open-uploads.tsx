import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

type ReportUpload = (id: string, isUploading: boolean) => void

/** Takes the reports of the fields inside a form. */
export const UploadsContext = createContext<ReportUpload>(() => {})

/** Whether a field inside `UploadsContext` uploads a file, and the value of that context. */
export function useOpenUploads() {
  const [ids, setIds] = useState<readonly string[]>([])
  const report = useCallback<ReportUpload>(
    (id, isUploading) => setIds((previous) => [...previous.filter((other) => other !== id), ...(isUploading ? [id] : [])]),
    [],
  )
  return { isUploading: ids.length > 0, report }
}

/** Reports to the form around it whether this field uploads a file. */
export function useReportUpload(isUploading: boolean): void {
  const report = useContext(UploadsContext)
  const id = useId()
  useEffect(() => {
    if (!isUploading) return
    report(id, true)
    return () => report(id, false)
  }, [report, id, isUploading])
}

/** Why the buttons of a form wait. They name it by `id`. */
export function UploadNotice({ id, isUploading }: { id: string; isUploading: boolean }) {
  if (!isUploading) return null
  return (
    <p id={id} className="text-soft">
      A file is still uploading. You can save and publish once it is here.
    </p>
  )
}
