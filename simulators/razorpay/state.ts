import { type Clock, type ClockMode, createClock } from './clock.ts'
import type { PlannedOutcome } from './entities.ts'
import { generateToken } from './ids.ts'
import { loadRecords, type StoredRecords, saveRecords } from './state-file.ts'
import type { Delivery, DeliveryRule, Endpoint, WebhookEvent } from './webhooks/records.ts'

/**
 * A fault in a merchant's call. `status` and `html` replace the reply, `drop` closes the connection, `delay` waits on the
 * simulator's clock. With `after`, the call takes effect and only its reply is lost.
 */
export interface FaultRule {
  readonly kind: 'status' | 'html' | 'drop' | 'delay'
  readonly when: 'before' | 'after'
  readonly method: string | null
  /** a part of the path; null: any path */
  readonly path: string | null
  readonly status: number
  readonly seconds: number
  remaining: number
}

/** An invalid setting or control call. The message is shown to the developer. */
export class SimulatorError extends Error {}

export interface ApiKey {
  readonly keyId: string
  readonly keySecret: string
}

export interface Settings {
  refundProcessing: 'processed' | 'pending'
  /** paise available for refunds; null: unlimited */
  refundBalance: number | null
  /** a webhook receiver that takes longer than this has timed out */
  webhookTimeoutMs: number
}

export interface StartOptions {
  readonly key: ApiKey
  readonly endpoints: readonly { url: string; secret: string | null; events?: readonly string[] }[]
  readonly clock: ClockMode
  readonly settings: Partial<Settings>
  /** where orders, payments, refunds and disputes survive a restart; null: in memory only */
  readonly stateFile: string | null
}

/** Replaced by `reset`. */
interface Records extends StoredRecords {
  /** keys of refund requests that are not answered yet */
  refundKeysInProgress: Set<string>
  endpoints: Map<string, Endpoint>
  events: Map<string, WebhookEvent>
  deliveries: Map<string, Delivery>
  deliveryRules: DeliveryRule[]
  /** the last attempt per endpoint: attempts to one endpoint run one after the other */
  deliveryQueues: Map<string, Promise<void>>
  faultRules: FaultRule[]
  plannedOutcomes: { readonly outcome: PlannedOutcome; remaining: number }[]
  holdDeliveries: boolean
  settings: Settings
}

export interface SimulatorState extends Records {
  readonly clock: Clock
  readonly start: StartOptions
  /** Writes the state to its file, if it has one. */
  readonly save: () => void
}

export function createState({ start }: { start: StartOptions }): SimulatorState {
  if (!/^rzp_test_\w+$/.test(start.key.keyId)) throw new SimulatorError('The key id must start with rzp_test_: live keys are not accepted.')
  const { stateFile } = start
  const state: SimulatorState = {
    clock: createClock({ mode: start.clock }),
    start,
    ...createRecords({ start }),
    ...(stateFile !== null && loadRecords({ file: stateFile })),
    save() {
      if (stateFile !== null) saveRecords({ file: stateFile, records: state })
    },
  }
  addStartEndpoints({ state })
  return state
}

/** Restores the state of the start. */
export function resetState({ state }: { state: SimulatorState }): void {
  state.clock.clear()
  Object.assign(state, createRecords({ start: state.start }))
  addStartEndpoints({ state })
}

function createRecords({ start }: { start: StartOptions }): Records {
  return {
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    refundKeys: new Map(),
    refundKeysInProgress: new Set(),
    endpoints: new Map(),
    events: new Map(),
    deliveries: new Map(),
    deliveryRules: [],
    deliveryQueues: new Map(),
    faultRules: [],
    plannedOutcomes: [],
    holdDeliveries: false,
    settings: { refundProcessing: 'pending', refundBalance: null, webhookTimeoutMs: 5000, ...start.settings },
  }
}

function addStartEndpoints({ state }: { state: SimulatorState }): void {
  for (const endpoint of state.start.endpoints) addEndpoint({ state, ...endpoint })
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

export function isLoopback({ hostname }: { hostname: string }): boolean {
  return LOOPBACK.has(hostname)
}

/** Adds a webhook endpoint. Throws `SimulatorError` for a URL that is not on this machine. */
export function addEndpoint({
  state,
  url,
  secret,
  events,
}: {
  state: SimulatorState
  url: string
  secret: string | null
  events?: readonly string[] | undefined
}): Endpoint {
  if (!isLoopback({ hostname: new URL(url).hostname }))
    throw new SimulatorError('The simulator sends webhooks to this machine only (127.0.0.1, localhost).')
  const endpoint: Endpoint = { id: `hook_${generateToken()}`, url, secret, events: events ?? null, active: true, disabledReason: null }
  state.endpoints.set(endpoint.id, endpoint)
  return endpoint
}

/** Returns the first matching rule and uses it up once. */
export function takeRule<Rule extends { remaining: number }>({
  rules,
  matches,
}: {
  rules: readonly Rule[]
  matches: (rule: Rule) => boolean
}): Rule | undefined {
  const rule = rules.find((candidate) => candidate.remaining > 0 && matches(candidate))
  if (rule) rule.remaining -= 1
  return rule
}
