import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

/** The CSP nonce of the page that is being rendered. React Router exposes it only through this context. */
export function useNonce(): string | undefined {
  return useContext(FrameworkContext)?.nonce
}
