import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { apiBase } from '#contract/api.ts'
import type { Settings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { type Gateways, toGateways } from '../payments/provider/gateways.ts'
import { areKeysKnown, createRazorpay, type RazorpayKeys, readRazorpayKeys } from './razorpay/razorpay.ts'

/** The keys of each configured provider, as plain data. */
export interface ProviderKeys {
  readonly razorpay?: RazorpayKeys | undefined
}

export interface GatewaysHandle {
  readonly gateways: Gateways
  /** creates the same gateways in a worker process */
  readonly keys: ProviderKeys
  /** registers the shop's webhook at the simulator; for Razorpay it is entered in its dashboard */
  registerWebhook(shop: { origin: string }): Promise<void>
  close(): void
}

/** The gateways of these keys; without any, card payment is off. */
export const connectGateways = ({ razorpay }: ProviderKeys): Gateways => toGateways(razorpay ? [createRazorpay(razorpay)] : [])

const simulatorFile = join(import.meta.dirname, '../../simulators/razorpay/main.ts')

/**
 * The payment providers with keys in the settings. Without keys: a local simulator in a demo, otherwise no card payment.
 * @throws StartupError when a provider does not know its keys
 */
export async function createGateways({ settings, warn }: { settings: Settings; warn: (text: string) => void }): Promise<GatewaysHandle> {
  const razorpay = readRazorpayKeys(settings)
  if (!razorpay && settings.DEMO) return startSimulator({ stateFile: join(settings.DATA_DIR, 'razorpay-simulator.json') })
  if (razorpay) await checkRazorpayKeys({ keys: razorpay, warn })
  const keys = { razorpay }
  return { gateways: connectGateways(keys), keys, registerWebhook: async () => {}, close: () => {} }
}

async function checkRazorpayKeys({ keys, warn }: { keys: RazorpayKeys; warn: (text: string) => void }): Promise<void> {
  const isKnown = await areKeysKnown(keys).catch(() => {
    warn('Razorpay cannot be reached at the moment; card payment will work as soon as it can.')
    return true
  })
  if (isKnown) return
  throw new StartupError(
    'Setting RAZORPAY_KEY_ID or RAZORPAY_KEY_SECRET is not known to Razorpay. Copy both again from its dashboard, without spaces.',
  )
}

/** Its payments survive a restart of the shop. The keys are random, because the simulator's default keys are public. */
async function startSimulator({ stateFile }: { stateFile: string }): Promise<GatewaysHandle> {
  const createSecret = () => randomBytes(18).toString('hex')
  const [keyId, keySecret, webhookSecret] = [`rzp_test_${createSecret().slice(0, 14)}`, createSecret(), createSecret()]
  const child = fork(simulatorFile, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // In its own process group, so that Ctrl-C ends only the shop, which then ends the simulator.
    detached: true,
    env: {
      PATH: process.env.PATH,
      RAZORPAY_SIMULATOR_DEMO: '1',
      RAZORPAY_SIMULATOR_KEY_ID: keyId,
      RAZORPAY_SIMULATOR_KEY_SECRET: keySecret,
      RAZORPAY_SIMULATOR_STATE_FILE: stateFile,
    },
  })
  const apiUrl = await readSimulatorUrl(child)
  const keys = { razorpay: { keyId, keySecret, webhookSecret, apiUrl, scriptUrl: `${apiUrl}/v1/checkout.js` } }
  return {
    gateways: connectGateways(keys),
    keys,
    async registerWebhook({ origin }) {
      await fetch(`${apiUrl}/_simulator/endpoints`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${origin}${apiBase}/payments/razorpay/webhook`, secret: webhookSecret }),
      })
    },
    close: () => void child.kill('SIGTERM'),
  }
}

async function readSimulatorUrl(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const url = /"url":"([^"]+)"/.exec(output)?.[1]
    if (url) return url
  }
  throw new StartupError('The local simulator for card payments did not start. Set DEMO=off to open the shop without card payment.')
}
