import type { Database } from '../../database/schema.ts'
import { type Gateway, GatewayError } from './gateway.ts'

/** The payment providers that are configured. */
export interface Gateways {
  /** takes new payments; undefined: card payment is off */
  readonly checkout: Gateway | undefined
  readonly all: readonly Gateway[]
  /**
   * The provider of a payment that exists, as its row names it.
   * @throws GatewayError (`unknown`) when this provider is not configured any more
   */
  of(provider: string): Gateway
}

/** The first one takes new payments. The others finish the payments that they have taken. */
export function toGateways(all: readonly Gateway[]): Gateways {
  return {
    checkout: all[0],
    all,
    of(provider) {
      const gateway = all.find((each) => each.provider === provider)
      if (!gateway) throw new GatewayError({ kind: 'unknown', message: `The payment provider ${provider} is not configured` })
      return gateway
    },
  }
}

/** The payment providers of a running process, which `replace` changes when other keys are entered. */
export function createChangingGateways(first: Gateways): { readonly gateways: Gateways; replace(next: Gateways): void } {
  let current = first
  return {
    gateways: {
      get checkout() {
        return current.checkout
      },
      get all() {
        return current.all
      },
      of: (provider) => current.of(provider),
    },
    replace(next) {
      current = next
    },
  }
}

/** The database and the payment providers of the shop. */
export interface PaymentContext {
  readonly database: Database
  readonly gateways: Gateways
}
