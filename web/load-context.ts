import { createContext, RouterContextProvider } from 'react-router'
import type { Call } from './api.ts'

/** What every page may know of the shop it belongs to. Sent to the browser: nothing secret. */
export interface StoreFacts {
  readonly storeName: string
  readonly storeEmail: string
  readonly storePhone: string
  readonly socialUrl: string
  readonly chatUrl: string
  /** `https://shop.example`, no slash at the end */
  readonly origin: string
  /** milliseconds */
  readonly listingSpinner: number
  /** address of the payment provider's script; null: card payment is off */
  readonly checkoutScript: string | null
}

/** The server's own way into the API, with the cookies of the request that is being rendered. */
export const callContext = createContext<Call>()
export const factsContext = createContext<StoreFacts>()
export const nonceContext = createContext<string>()

/** Called by the server for each page: the only way data enters the rendering. */
export function createLoadContext({ call, facts, nonce }: { call: Call; facts: StoreFacts; nonce: string }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  context.set(factsContext, facts)
  context.set(nonceContext, nonce)
  return context
}
