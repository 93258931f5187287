import { useNavigation } from 'react-router'

/** A progress line below the navigation bar while a screen loads. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="delayed absolute inset-x-0 -bottom-0.5">
      <div className="progress-line dashed-line text-thread" />
    </div>
  )
}
