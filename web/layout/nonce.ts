import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

/** The nonce of the page that is being rendered. The only way to it from here; React Router's own <Scripts> reads it there too. */
export function useNonce(): string | undefined {
  return useContext(FrameworkContext)?.nonce
}
