import { getRetryDelaySeconds } from '../assumptions.ts'
import { type SimulatorState, takeRule } from '../state.ts'
import type { Attempt, Delivery, DeliveryRule, Endpoint, WebhookEvent } from './records.ts'

const RETRY_FOR_SECONDS = 24 * 3600

interface AttemptContext {
  readonly state: SimulatorState
  readonly delivery: Delivery
  readonly event: WebhookEvent
  readonly endpoint: Endpoint
}

/** Starts a new delivery, unless deliveries are held or a rule drops or delays it. */
export function dispatchDelivery({ state, delivery }: { state: SimulatorState; delivery: Delivery }): void {
  if (state.holdDeliveries) {
    delivery.status = 'held'
    return
  }
  if (takeDeliveryRule({ state, delivery, kinds: ['drop'] })) {
    delivery.status = 'dropped'
    return
  }
  const delay = takeDeliveryRule({ state, delivery, kinds: ['delay'] })
  if (delay) {
    scheduleAttempt({ state, delivery, seconds: delay.seconds })
    return
  }
  const copies = takeDeliveryRule({ state, delivery, kinds: ['duplicate'] })?.copies ?? 0
  for (let sent = 0; sent <= copies; sent += 1) enqueueAttempt({ state, delivery })
}

/** Sends held deliveries in the given order. */
export function releaseDeliveries({ state, deliveries }: { state: SimulatorState; deliveries: readonly Delivery[] }): void {
  state.holdDeliveries = false
  for (const delivery of deliveries) {
    delivery.status = 'waiting'
    dispatchDelivery({ state, delivery })
  }
}

/** Attempts to one endpoint run one after the other, so that events arrive in the order in which they happened. */
function enqueueAttempt({ state, delivery }: { state: SimulatorState; delivery: Delivery }): void {
  const previous = state.deliveryQueues.get(delivery.endpointId) ?? Promise.resolve()
  const work = previous.then(() => attemptDelivery({ state, delivery }))
  state.deliveryQueues.set(
    delivery.endpointId,
    work.catch(() => undefined),
  )
  state.clock.track({ work })
}

function scheduleAttempt({ state, delivery, seconds }: { state: SimulatorState; delivery: Delivery; seconds: number }): void {
  delivery.nextAttemptAt = state.clock.seconds() + seconds
  state.clock.schedule({ seconds, run: () => enqueueAttempt({ state, delivery }) })
}

async function attemptDelivery({ state, delivery }: { state: SimulatorState; delivery: Delivery }): Promise<void> {
  const event = state.events.get(delivery.eventId)
  const endpoint = state.endpoints.get(delivery.endpointId)
  if (!event || !endpoint) return // removed by a reset
  delivery.nextAttemptAt = null
  if (!endpoint.active) {
    delivery.status = 'given_up'
    return
  }
  const attempt = await sendOnce({ state, delivery, event, endpoint })
  delivery.attempts.push(attempt)
  if (typeof attempt.result === 'number' && attempt.result >= 200 && attempt.result < 300) delivery.status = 'delivered'
  // A failed duplicate does not undo a delivery.
  else if (delivery.status !== 'delivered') scheduleRetry({ state, delivery, event, endpoint })
}

function scheduleRetry({ state, delivery, event, endpoint }: AttemptContext): void {
  const seconds = getRetryDelaySeconds({ failedAttempts: delivery.attempts.length })
  if (state.clock.seconds() + seconds <= event.createdAt + RETRY_FOR_SECONDS) {
    scheduleAttempt({ state, delivery, seconds })
    return
  }
  delivery.status = 'given_up'
  endpoint.active = false
  endpoint.disabledReason = 'No 2xx answer for 24 hours. Razorpay would send an e-mail now.'
}

async function sendOnce({ state, delivery, event, endpoint }: AttemptContext): Promise<Attempt> {
  const at = state.clock.seconds()
  const fault = takeDeliveryRule({ state, delivery, kinds: ['fail', 'timeout'] })?.kind
  if (fault === 'fail') return { at, result: 'not sent' }
  const { webhookTimeoutMs: timeoutMs } = state.settings
  const result = await postEvent({ url: endpoint.url, event, signature: delivery.signature, timeoutMs })
  return { at, result: fault === 'timeout' ? 'timeout' : result }
}

async function postEvent({
  url,
  event,
  signature,
  timeoutMs,
}: {
  url: string
  event: WebhookEvent
  signature: string | null
  timeoutMs: number
}): Promise<Attempt['result']> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Razorpay-Webhook/v1',
    'x-razorpay-event-id': event.id,
    ...(signature !== null && { 'x-razorpay-signature': signature }),
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(event.bytes),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.status
  } catch (cause) {
    return cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'no answer'
  }
}

function takeDeliveryRule({
  state,
  delivery,
  kinds,
}: {
  state: SimulatorState
  delivery: Delivery
  kinds: readonly DeliveryRule['kind'][]
}): DeliveryRule | undefined {
  return takeRule({
    rules: state.deliveryRules,
    matches: ({ kind, event }) => kinds.includes(kind) && (event ?? delivery.eventName) === delivery.eventName,
  })
}
