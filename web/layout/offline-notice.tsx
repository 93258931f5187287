import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsavedChanges, setUnsavedChanges, subscribeToUnsavedChanges } from '../ui/unsaved-changes.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

const isOffline = () => !navigator.onLine
// The router has one blocker for both.
const mustWait = () => isOffline() || hasUnsavedChanges()

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Shows that the device is offline and delays navigations until it is online, which would end on the browser's error page. Asks
 * before a navigation drops changes that are not saved.
 */
export function OfflineNotice() {
  const offline = useSyncExternalStore(subscribeToConnection, isOffline, () => false)
  const unsaved = useSyncExternalStore(subscribeToUnsavedChanges, hasUnsavedChanges, () => false)
  const blocker = useBlocker(mustWait)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!offline && !unsaved && blocker.state === 'blocked') blocker.proceed()
  }, [offline, unsaved, blocker])
  return (
    <>
      <div role="status" className="empty:hidden">
        {offline && (
          <p className="page-width border-t border-line bg-sunk py-2.5 text-sm">
            <strong className="font-semibold">You are offline.</strong>{' '}
            {isBlocked ? 'The page will open as soon as you are back online.' : 'You can keep reading this page.'}
          </p>
        )}
      </div>
      {isBlocked && unsaved && (
        <Suspense>
          <ConfirmDialog
            title="Discard your changes?"
            text="What you changed here is not saved."
            action="Discard"
            busy={false}
            onConfirm={() => setUnsavedChanges(false)}
            onClose={() => unsaved && blocker.reset()}
          />
        </Suspense>
      )}
    </>
  )
}
