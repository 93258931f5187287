import { useEffect, useState } from 'react'
import { ConfirmDialog } from './dialog/confirm-dialog.tsx'
import { leaveGuard } from './leave-guard.ts'

/** While it is rendered, leaving the screen or closing the tab asks first. */
export function UnsavedChanges() {
  const [navigation, setNavigation] = useState<Parameters<NonNullable<typeof leaveGuard.ask>>[0]>()
  useEffect(() => {
    leaveGuard.ask = setNavigation
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      leaveGuard.ask = undefined
      removeEventListener('beforeunload', ask)
    }
  }, [])
  if (!navigation) return null
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="What you changed here is not saved."
      action="Discard"
      busy={false}
      onConfirm={() => {
        leaveGuard.ask = undefined
        navigation.proceed()
      }}
      onClose={() => {
        setNavigation(undefined)
        if (leaveGuard.ask) navigation.reset()
      }}
    />
  )
}
