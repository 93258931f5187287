import { createContext, RouterContextProvider } from 'react-router'
import { ApiError, type Call } from './client.ts'

/** What every page may know of the shop it belongs to. Sent to the browser: nothing secret. */
export interface StoreConfig {
  readonly storeName: string
  readonly storeEmail: string
  readonly storePhone: string
  /** where the shop can be found, in one line; null: its owner has not said */
  readonly storeAddress: string | null
  /** who hears complaints, and how to reach them; null: its owner has not said */
  readonly grievanceOfficer: string | null
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
export const storeConfigContext = createContext<StoreConfig>()
export const nonceContext = createContext<string>()
/** whether the shop could not answer something that this page asked */
export const outageContext = createContext<{ met: boolean }>()
/** where the page is put when it is rendered; a text would only be packed into the response to be unpacked by the server */
export const writtenContext = createContext<{ html?: string }>()

/** where a fault of this page is written down */
export const reportContext = createContext<(fault: unknown) => void>()

/** A page that finds the shop out of order says so by its status, also when it still has something to show. */
function noteOutage({ call, outage }: { call: Call; outage: { met: boolean } }): Call {
  return async (name, input, options) => {
    try {
      return await call(name, input, options)
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 503) outage.met = true
      throw problem
    }
  }
}

/** Called by the server for each page: the only way data enters the rendering. */
export function createLoadContext({
  call,
  facts,
  nonce,
  written,
  report,
}: {
  call: Call
  facts: StoreConfig
  nonce: string
  written: { html?: string }
  report: (fault: unknown) => void
}): RouterContextProvider {
  const context = new RouterContextProvider()
  const outage = { met: false }
  context.set(outageContext, outage)
  context.set(callContext, noteOutage({ call, outage }))
  context.set(storeConfigContext, facts)
  context.set(nonceContext, nonce)
  context.set(writtenContext, written)
  context.set(reportContext, report)
  return context
}
