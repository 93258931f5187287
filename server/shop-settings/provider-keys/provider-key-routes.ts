import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EnteredProvider, enteredProviders } from '#contract/settings/provider-keys.ts'
import { type NewActivity, recordActivity } from '../../activity/record-activity.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireRight, requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { type ProviderConnections, ProviderKeysError } from './provider-connections.ts'
import {
  isSetByServer,
  removeProviderKeys,
  showProviderKeys,
  storeMetaKeys,
  storeRazorpayKeys,
  storeShiprocketKeys,
} from './stored-provider-keys.ts'

interface RouteDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly providers: ProviderConnections
  readonly providersKey: Buffer
  /** sent by the courier with its messages */
  readonly parcelNewsKey: string
}

/** Tests of one administrator. */
const testLimit = { name: 'provider-key-tests', points: 20, seconds: 3_600, factor: 1 } as const

/** The keys of providers that administrators enter. */
export function providerKeyRoutes(
  api: FastifyInstance,
  { database, settings, providers, providersKey: key, parcelNewsKey }: RouteDependencies,
): void {
  const limit = createRateLimit({ ...testLimit, database })
  const show = (provider: EnteredProvider) => showProviderKeys({ database, key, provider, isSet: isSetByServer({ settings, provider }) })
  const answer = async (provider: EnteredProvider, message: string) => {
    await providers.load()
    return { keys: await show(provider), message }
  }

  const record = ({ request, call, provider }: Pick<NewActivity, 'call'> & { request: FastifyRequest; provider: EnteredProvider }) =>
    recordActivity({ database, actorId: requireUser(request).id, call, subject: { id: provider, name: provider } })

  defineRoute(api, 'getProviderKeys', async () => ({ providers: await Promise.all(enteredProviders.map(show)), parcelNewsKey }))

  defineRoute(api, 'setRazorpayKeys', async ({ body, request }) => {
    // The account that shoppers pay into.
    requireRight(request, 'money')
    await storeRazorpayKeys({ database, key, entered: body })
    await record({ request, call: 'setRazorpayKeys', provider: 'razorpay' })
    return answer('razorpay', 'Saved. Test the keys now.')
  })

  defineRoute(api, 'setShiprocketKeys', async ({ body, request }) => {
    await storeShiprocketKeys({ database, key, entered: body })
    await record({ request, call: 'setShiprocketKeys', provider: 'shiprocket' })
    return answer('shiprocket', 'Saved. Test the account now.')
  })

  defineRoute(api, 'setMetaKeys', async ({ body, request }) => {
    await storeMetaKeys({ database, key, entered: body })
    await record({ request, call: 'setMetaKeys', provider: 'meta' })
    return answer('meta', 'Saved. Test it now.')
  })

  defineRoute(api, 'removeProviderKeys', async ({ params: { provider }, request }) => {
    if (provider === 'razorpay') requireRight(request, 'money')
    await removeProviderKeys({ database, provider })
    await record({ request, call: 'removeProviderKeys', provider })
    return answer(provider, 'The keys are removed.')
  })

  defineRoute(api, 'testProviderKeys', async ({ params: { provider }, request }) => {
    await limit.consume(requireUser(request).id)
    await providers.test(provider).catch((error: unknown) => {
      throw error instanceof ProviderKeysError ? new AppError('provider_keys_failed', { reason: error.message }) : error
    })
    return { message: 'The provider accepts these keys.' }
  })
}
