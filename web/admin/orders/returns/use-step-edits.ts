import { useEffect, useEffectEvent } from 'react'

export interface StepEdits {
  /** whether something is entered in a step that is not sent */
  onEdit: (step: string, isEdited: boolean) => void
}

/** Tells the drawer whether something is entered in a step, which ends when the step is no longer shown. */
export function useStepEdits({ onEdit, step, isEdited }: StepEdits & { step: string; isEdited: boolean }): void {
  const report = useEffectEvent((edited: boolean) => onEdit(step, edited))
  useEffect(() => {
    report(isEdited)
    return () => report(false)
  }, [isEdited])
}
