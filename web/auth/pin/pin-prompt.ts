import { create } from 'zustand'

interface PinPrompt {
  /** ends the open dialog; undefined while there is none */
  readonly settle: ((isProven: boolean) => void) | undefined
}

export const usePinPrompt = create<PinPrompt>(() => ({ settle: undefined }))

/** The answer of the open dialog, which requests at the same time share. */
let answer: Promise<boolean> | undefined

/** Asks the administrator for the PIN. Resolves to false when the dialog is closed without it. */
export function askForPin(): Promise<boolean> {
  answer ??= new Promise<boolean>((settle) => usePinPrompt.setState({ settle })).finally(() => {
    answer = undefined
    usePinPrompt.setState({ settle: undefined })
  })
  return answer
}
