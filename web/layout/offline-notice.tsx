import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'

const isOffline = () => !navigator.onLine

function onLineChange(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * Says that the device has lost its connection, and keeps the page that is open: the next one could not be fetched, and
 * the browser would put its own error screen in the place of the shop. What was asked for meanwhile opens afterwards.
 */
export function OfflineNotice() {
  const offline = useSyncExternalStore(onLineChange, isOffline, () => false)
  const blocker = useBlocker(isOffline)
  useEffect(() => {
    if (!offline && blocker.state === 'blocked') blocker.proceed()
  }, [offline, blocker])
  return (
    <div role="status" className="empty:hidden">
      {offline && (
        <p className="page-width border-t border-line bg-sunk py-2.5 text-sm">
          <strong className="font-semibold">You are offline.</strong>{' '}
          {blocker.state === 'blocked'
            ? 'The page you asked for opens as soon as the connection is back.'
            : 'This page stays as it is until the connection is back.'}
        </p>
      )}
    </div>
  )
}
