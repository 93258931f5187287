import { create } from 'zustand'

interface PinPrompt {
  /** answers the request for the PIN, which closes the dialog; undefined while none is open */
  readonly resolve: ((isConfirmed: boolean) => void) | undefined
  /** the session has ended: the PIN signs in again */
  readonly signsIn: boolean
  /** a screen shows the dialog */
  readonly hasHost: boolean
}

export const usePinPrompt = create<PinPrompt>(() => ({ resolve: undefined, signsIn: false, hasHost: false }))

/** The answer of the open dialog, which requests at the same time share. */
let answer: Promise<boolean> | undefined

function ask(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => usePinPrompt.setState({ resolve })).finally(() => {
    answer = undefined
    usePinPrompt.setState({ resolve: undefined, signsIn: false })
  })
  return answer
}

/** Asks the administrator for the PIN. Resolves to false when the dialog is closed without it. */
export const askForPin = ask

/** Asks the administrator to sign in again. Resolves to false when the dialog is closed without that, or when no screen shows it. */
export async function askToSignIn(): Promise<boolean> {
  if (!usePinPrompt.getState().hasHost) return false
  usePinPrompt.setState({ signsIn: true })
  return ask()
}
