import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { apiBase } from '#contract/calls.ts'
import type { Gateway } from '../payments/gateway.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { areKeysKnown, createRazorpay, type RazorpaySettings } from './razorpay/razorpay.ts'

export interface OpenGateway {
  /** undefined: card payment is off */
  readonly gateway: Gateway | undefined
  /** with which another process of this machine makes the same gateway */
  readonly keys: RazorpaySettings | undefined
  /** tells a simulator where the shop listens; the real provider knows it from its dashboard */
  announce(shop: { origin: string }): Promise<void>
  close(): void
}

const simulatorFile = join(import.meta.dirname, '../../simulators/razorpay/main.ts')

/** The payment provider of the settings; without keys a local simulator for a demo, and none for a real shop. */
export async function createGateway({ settings, warn }: { settings: Settings; warn: (text: string) => void }): Promise<OpenGateway> {
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
    const known = await areKeysKnown(keys).catch(() => {
      warn('Razorpay cannot be reached at the moment; card payment will work as soon as it can.')
      return true
    })
    if (!known)
      throw new StartupError(
        'Setting RAZORPAY_KEY_ID or RAZORPAY_KEY_SECRET is not known to Razorpay. Copy both again from its dashboard, without spaces.',
      )
    return { gateway: createRazorpay(keys), keys, announce: async () => {}, close: () => {} }
  }
  return settings.DEMO ? startSimulator() : { gateway: undefined, keys: undefined, announce: async () => {}, close: () => {} }
}

/** Secrets are drawn at each start: the simulator's own are known to everybody. */
async function startSimulator(): Promise<OpenGateway> {
  const draw = () => randomBytes(18).toString('hex')
  const [keyId, keySecret, webhookSecret] = [`rzp_test_${draw().slice(0, 14)}`, draw(), draw()]
  const child = fork(simulatorFile, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C in the terminal ends the shop first, and the shop ends this.
    detached: true,
    env: {
      PATH: process.env.PATH,
      RAZORPAY_SIMULATOR_DEMO: '1',
      RAZORPAY_SIMULATOR_KEY_ID: keyId,
      RAZORPAY_SIMULATOR_KEY_SECRET: keySecret,
    },
  })
  const apiUrl = await readAddress(child)
  const keys = { keyId, keySecret, webhookSecret, apiUrl, scriptUrl: `${apiUrl}/v1/checkout.js` }
  return {
    gateway: createRazorpay(keys),
    keys,
    async announce({ origin }) {
      await fetch(`${apiUrl}/_simulator/endpoints`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${origin}${apiBase}/payments/razorpay/webhook`, secret: webhookSecret }),
      })
    },
    close: () => void child.kill('SIGTERM'),
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const url = /"url":"([^"]+)"/.exec(said)?.[1]
    if (url) return url
  }
  throw new StartupError('The local simulator for card payments did not start. Set DEMO=off to open the shop without card payment.')
}
