import { create } from 'zustand'
import { timings } from '#contract/business.ts'

interface Credentials {
  readonly name: string
  readonly pin: string
}

const empty: Credentials = { name: '', pin: '' }

/** What was typed into the login form, so that it survives a visit to another page. In memory only, never stored. */
export const useCredentials = create<Credentials>(() => empty)

let timer: ReturnType<typeof setTimeout> | undefined

/** Debounced (spec §4). */
export function saveCredentials(typed: Credentials): void {
  clearTimeout(timer)
  timer = setTimeout(() => useCredentials.setState(typed), timings.inputDebounce)
}

export function clearCredentials(): void {
  clearTimeout(timer)
  useCredentials.setState(empty)
}
