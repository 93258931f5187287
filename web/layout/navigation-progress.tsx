import { useNavigation } from 'react-router'

/** A seam along the bar's lower edge while the next screen is on its way. Short waits never show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="delayed absolute inset-x-0 -bottom-0.5">
      <div className="progress-line dashed-line text-thread" />
    </div>
  )
}
