import { useEffect } from 'react'

let unsaved = false
const listeners = new Set<() => void>()

export const hasUnsavedChanges = (): boolean => unsaved

export function setUnsavedChanges(isUnsaved: boolean): void {
  if (unsaved === isUnsaved) return
  unsaved = isUnsaved
  for (const listener of listeners) listener()
}

export function subscribeToUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While `isUnsaved`, leaving the screen or closing the tab asks first. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    setUnsavedChanges(isUnsaved)
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      setUnsavedChanges(false)
    }
  }, [isUnsaved])
}
