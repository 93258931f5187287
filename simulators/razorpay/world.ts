import type { FaultRule } from './api/faults.ts'
import { type Clock, type ClockMode, createClock } from './clock.ts'
import type { CaptureRule, Order, Payment, Plan, Refund } from './entities.ts'
import { ACCOUNT_CAPTURE, RECEIPTS_ARE_UNIQUE, REFUND_PROCESSING } from './guesses.ts'
import { makeToken } from './ids.ts'
import { Refused } from './simulator-error.ts'
import type { Delivery, DeliveryRule, Endpoint, WebhookEvent } from './webhooks/records.ts'

export interface ApiKey {
  readonly keyId: string
  readonly keySecret: string
  readonly accountId: string
}

/** What a merchant would set in the Dashboard, plus the few limits that a test may want to move. */
interface Settings {
  capture: CaptureRule
  uniqueReceipts: boolean
  refundProcessing: 'processed' | 'pending'
  /** paise that refunds may draw on; null: never short */
  refundBalance: number | null
  /** a receiver that is slower than this did not answer */
  webhookTimeoutMs: number
}

interface IdempotentRefund {
  readonly fingerprint: string
  readonly refundId: string
}

export interface State {
  readonly keys: Map<string, ApiKey>
  readonly orders: Map<string, Order>
  readonly payments: Map<string, Payment>
  readonly refunds: Map<string, Refund>
  readonly refundKeys: Map<string, IdempotentRefund>
  readonly endpoints: Map<string, Endpoint>
  readonly events: Map<string, WebhookEvent>
  readonly deliveries: Map<string, Delivery>
  readonly deliveryRules: DeliveryRule[]
  readonly faultRules: FaultRule[]
  readonly plans: { plan: Plan; left: number }[]
  holdDeliveries: boolean
  settings: Settings
}

/** Everything that one running simulator knows. Maps keep the order of creation. */
export interface World {
  readonly clock: Clock
  readonly start: StartOptions
  /** first attempts to one endpoint wait here for each other, so that events arrive in the order they happened */
  readonly queues: Map<string, Promise<void>>
  state: State
}

export interface StartOptions {
  readonly keys: readonly { keyId: string; keySecret: string; accountId?: string }[]
  readonly endpoints: readonly { url: string; secret: string | null; events?: readonly string[] }[]
  readonly clock: ClockMode
  readonly settings: Partial<Settings>
}

const DEFAULT_ACCOUNT = 'acc_LoomLaneDemo00'

const DEFAULT_SETTINGS: Settings = {
  capture: ACCOUNT_CAPTURE,
  uniqueReceipts: RECEIPTS_ARE_UNIQUE,
  refundProcessing: REFUND_PROCESSING,
  refundBalance: null,
  webhookTimeoutMs: 5000,
}

export function createWorld({ start }: { start: StartOptions }): World {
  return { clock: createClock({ mode: start.clock }), start, queues: new Map(), state: createState({ start }) }
}

/** Back to what the process started with. Requests under way finish on the state that they began with. */
export function resetWorld({ world }: { world: World }): void {
  world.clock.clear()
  world.queues.clear()
  world.state = createState({ start: world.start })
}

function createState({ start }: { start: StartOptions }): State {
  const state: State = {
    keys: new Map(),
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    endpoints: new Map(),
    events: new Map(),
    deliveries: new Map(),
    deliveryRules: [],
    faultRules: [],
    plans: [],
    holdDeliveries: false,
    settings: { ...DEFAULT_SETTINGS, ...start.settings },
  }
  for (const key of start.keys) addKey({ state, ...key })
  for (const endpoint of start.endpoints) addEndpoint({ state, ...endpoint })
  return state
}

/** Throws on a key that is not a test key: a live key has no business in a simulator. */
export function addKey({
  state,
  keyId,
  keySecret,
  accountId = DEFAULT_ACCOUNT,
}: {
  state: State
  keyId: string
  keySecret: string
  accountId?: string | undefined
}): ApiKey {
  if (!/^rzp_test_\w+$/.test(keyId)) throw new Refused('The simulator takes test keys only: the key id must start with rzp_test_.')
  if (keySecret.length < 8) throw new Refused('The key secret must have at least 8 characters.')
  const key = { keyId, keySecret, accountId }
  state.keys.set(keyId, key)
  return key
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

export function isLoopback({ hostname }: { hostname: string }): boolean {
  return LOOPBACK.has(hostname)
}

/** Throws on an address beyond this machine: a simulator must not be able to tell strangers about payments. */
export function addEndpoint({
  state,
  url,
  secret,
  events,
}: {
  state: State
  url: string
  secret: string | null
  events?: readonly string[] | undefined
}): Endpoint {
  if (!isLoopback({ hostname: new URL(url).hostname }))
    throw new Refused('The simulator sends webhooks to this machine only (127.0.0.1, localhost).')
  const id = `hook_${makeToken()}`
  const endpoint: Endpoint = { id, url, secret, events: events ?? null, active: true, disabledReason: null, replays: [] }
  state.endpoints.set(id, endpoint)
  return endpoint
}
