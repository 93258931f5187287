import { useNavigation } from 'react-router'

/** A seam along the top while the next screen is on its way. Short waits never show it. */
export function PendingSeam() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="late fixed inset-x-0 top-16 z-50 h-0.5">
      <div className="sewing stitch text-thread" />
    </div>
  )
}
