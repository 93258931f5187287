import { create } from 'zustand'

interface PinPrompt {
  /** answers the request for the PIN, which closes the dialog; undefined while none is open */
  readonly resolve: ((hasStepUp: boolean) => void) | undefined
}

export const usePinPrompt = create<PinPrompt>(() => ({ resolve: undefined }))

/** The answer of the open dialog, which requests at the same time share. */
let answer: Promise<boolean> | undefined

/** Asks the administrator for the PIN. Resolves to false when the dialog is closed without it. */
export function askForPin(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => usePinPrompt.setState({ resolve })).finally(() => {
    answer = undefined
    usePinPrompt.setState({ resolve: undefined })
  })
  return answer
}
