import type { EnteredProvider } from '#contract/settings/provider-keys.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { createChangingGateways, type Gateways, toGateways } from '../payments/provider/gateways.ts'
import { type PurchaseReporter, ReportError } from '../purchase-reports/purchase-reporter.ts'
import type { PickupService } from '../returns/pickup-service.ts'
import type { Courier } from '../shipping/courier/courier.ts'
import { type ProviderConnections, ProviderKeysError } from '../shop-settings/provider-keys/provider-connections.ts'
import { readProviderKeys } from '../shop-settings/provider-keys/stored-provider-keys.ts'
import { connectGateways, type ProviderKeys } from './create-gateways.ts'
import { createPickups } from './create-pickups.ts'
import { createMeta } from './meta/meta.ts'
import { createRazorpayOfPairs } from './razorpay/key-pairs.ts'
import { areKeysKnown, type RazorpayKeys } from './razorpay/razorpay.ts'
import { createShiprocket, type Shiprocket } from './shiprocket/shiprocket.ts'

export interface ProvidersOptions {
  readonly database: Database
  readonly settings: Settings
  /** the keys of the settings or of a simulator */
  readonly keys: ProviderKeys
  /** decrypts what administrators have entered */
  readonly key: Buffer
  /** other hosts in tests */
  readonly urls?:
    | { readonly razorpay: Pick<RazorpayKeys, 'apiUrl' | 'scriptUrl'>; readonly shiprocket: string; readonly meta?: string }
    | undefined
}

export interface Providers extends ProviderConnections {
  readonly gateways: Gateways
  readonly pickups: { readonly current: PickupService | undefined }
  readonly courier: { readonly current: Courier | undefined }
  readonly reporter: { readonly current: PurchaseReporter | undefined }
}

/** The payment, courier and advertising providers of a process. The settings of the server win over what administrators have entered. */
export function createProviders({ database, settings, keys, key, urls }: ProvidersOptions): Providers {
  const { gateways, replace } = createChangingGateways(connectGateways(keys))
  const isRazorpaySet = settings.RAZORPAY_KEY_ID !== undefined
  const setPickups = createPickups({ settings })
  let razorpay = keys.razorpay
  let loaded = ''
  let shiprocket: Shiprocket | undefined = setPickups
  let meta: PurchaseReporter | undefined
  const tests: Record<EnteredProvider, () => Promise<void>> = {
    async razorpay() {
      if (!razorpay) throw new ProviderKeysError('No keys of Razorpay are entered, or they must be entered again.')
      const isKnown = await areKeysKnown(razorpay).catch(() => {
        throw new ProviderKeysError('Razorpay does not answer. Try again in a minute.')
      })
      if (!isKnown)
        throw new ProviderKeysError('Razorpay does not know these keys. Copy the key id and its secret again from its dashboard.')
    },
    async shiprocket() {
      if (!shiprocket) throw new ProviderKeysError('No account of Shiprocket is entered, or it must be entered again.')
      await shiprocket.signIn().catch((error: Error) => {
        throw new ProviderKeysError(error.message)
      })
    },
    async meta() {
      if (!meta) throw new ProviderKeysError('No data set of Meta is entered, or it must be entered again.')
      await meta.test().catch((error: unknown) => {
        throw error instanceof ReportError ? new ProviderKeysError(error.message) : error
      })
    },
  }
  return {
    gateways,
    pickups: {
      get current() {
        return shiprocket
      },
    },
    courier: {
      get current() {
        return shiprocket?.courier
      },
    },
    reporter: {
      get current() {
        return meta
      },
    },
    async load() {
      const entered = await readProviderKeys({ database, key })
      const content = JSON.stringify(entered)
      // Gateways and the token of the courier are kept while the keys are the same.
      if (content === loaded) return
      loaded = content
      const pairs = (entered.razorpay ?? []).map((pair) => ({ ...pair, ...urls?.razorpay }))
      const all = isRazorpaySet ? [keys.razorpay, ...pairs] : [...pairs, keys.razorpay]
      const [first, ...earlier] = all.filter((pair) => pair !== undefined)
      razorpay = first
      replace(toGateways(first ? [createRazorpayOfPairs([first, ...earlier])] : []))
      meta = entered.meta && createMeta({ ...entered.meta, apiUrl: urls?.meta ?? settings.META_API_URL })
      shiprocket = setPickups ?? (entered.shiprocket && createShiprocket({ ...entered.shiprocket, apiUrl: urls?.shiprocket }))
    },
    test: (provider) => tests[provider](),
  }
}
