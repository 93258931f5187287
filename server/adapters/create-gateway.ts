import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { apiBase } from '#contract/api.ts'
import type { Gateway } from '../payments/gateway.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { areKeysKnown, createRazorpay, type RazorpaySettings } from './razorpay/razorpay.ts'

export interface GatewayHandle {
  /** undefined when card payment is off */
  readonly gateway: Gateway | undefined
  /** creates the same gateway in a worker process */
  readonly keys: RazorpaySettings | undefined
  /** registers the shop's webhook at the simulator; for Razorpay it is entered in its dashboard */
  registerWebhook(shop: { origin: string }): Promise<void>
  close(): void
}

const withoutGateway: GatewayHandle = { gateway: undefined, keys: undefined, registerWebhook: async () => {}, close: () => {} }

const simulatorFile = join(import.meta.dirname, '../../simulators/razorpay/main.ts')

/**
 * Razorpay with the keys of the settings. Without keys: a local simulator in a demo, otherwise no card payment. Throws
 * `StartupError` when Razorpay does not know the keys.
 */
export async function createGateway({ settings, warn }: { settings: Settings; warn: (text: string) => void }): Promise<GatewayHandle> {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = settings
  if (keyId && keySecret && webhookSecret) {
    const keys = {
      keyId,
      keySecret,
      webhookSecret,
      previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
      apiUrl: settings.RAZORPAY_API_URL,
      scriptUrl: settings.RAZORPAY_CHECKOUT_URL,
    }
    const isKnown = await areKeysKnown(keys).catch(() => {
      warn('Razorpay cannot be reached at the moment; card payment will work as soon as it can.')
      return true
    })
    if (!isKnown)
      throw new StartupError(
        'Setting RAZORPAY_KEY_ID or RAZORPAY_KEY_SECRET is not known to Razorpay. Copy both again from its dashboard, without spaces.',
      )
    return { ...withoutGateway, gateway: createRazorpay(keys), keys }
  }
  return settings.DEMO ? startSimulator({ stateFile: join(settings.DATA_DIR, 'razorpay-simulator.json') }) : withoutGateway
}

/** Its payments survive a restart of the shop. The keys are random, because the simulator's default keys are public. */
async function startSimulator({ stateFile }: { stateFile: string }): Promise<GatewayHandle> {
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
  const keys = { keyId, keySecret, webhookSecret, apiUrl, scriptUrl: `${apiUrl}/v1/checkout.js` }
  return {
    gateway: createRazorpay(keys),
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
