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

/** The database and the payment providers of the shop. */
export interface PaymentContext {
  readonly database: Database
  readonly gateways: Gateways
}
