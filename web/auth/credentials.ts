import { create } from 'zustand'
import { timings } from '#contract/business.ts'

interface Credentials {
  readonly name: string
  readonly pin: string
}

const empty: Credentials = { name: '', pin: '' }

/** What was typed into the login screen, so that a look at another page costs nothing. In memory only: never stored. */
export const useCredentials = create<Credentials>(() => empty)

let timer: ReturnType<typeof setTimeout> | undefined

/** Takes over what the fields hold once the typing rests. */
export function saveCredentials(typed: Credentials): void {
  clearTimeout(timer)
  timer = setTimeout(() => useCredentials.setState(typed), timings.inputDebounce)
}

export function clearCredentials(): void {
  clearTimeout(timer)
  useCredentials.setState(empty)
}
