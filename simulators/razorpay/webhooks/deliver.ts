import { waitBeforeRetrySeconds } from '../guesses.ts'
import type { World } from '../world.ts'
import type { Attempt, Delivery, DeliveryRule, Endpoint, WebhookEvent } from './records.ts'

const RETRY_FOR_SECONDS = 24 * 3600

interface Trip {
  readonly world: World
  readonly delivery: Delivery
  readonly event: WebhookEvent
  readonly endpoint: Endpoint
}

/** Starts a new delivery, unless a rule or a hold keeps it back. */
export function dispatchDelivery({ world, delivery }: { world: World; delivery: Delivery }): void {
  if (world.state.holdDeliveries) {
    delivery.status = 'held'
    return
  }
  if (takeRule({ world, delivery, kinds: ['drop'] })) {
    delivery.status = 'dropped'
    return
  }
  const delay = takeRule({ world, delivery, kinds: ['delay'] })
  if (delay) {
    scheduleAttempt({ world, delivery, seconds: delay.seconds })
    return
  }
  const copies = takeRule({ world, delivery, kinds: ['duplicate'] })?.copies ?? 0
  for (let sent = 0; sent <= copies; sent += 1) enqueueAttempt({ world, delivery })
}

/** Sends what a hold kept back, in the given order. */
export function releaseDeliveries({ world, deliveries }: { world: World; deliveries: readonly Delivery[] }): void {
  world.state.holdDeliveries = false
  for (const delivery of deliveries) {
    delivery.status = 'waiting'
    dispatchDelivery({ world, delivery })
  }
}

/** Attempts to one endpoint go one after the other; those to different endpoints do not wait for each other. */
export function enqueueAttempt({ world, delivery }: { world: World; delivery: Delivery }): void {
  const before = world.queues.get(delivery.endpointId) ?? Promise.resolve()
  const work = before.then(() => attemptDelivery({ world, delivery }))
  world.queues.set(
    delivery.endpointId,
    work.catch(() => undefined),
  )
  world.clock.track({ work })
}

function scheduleAttempt({ world, delivery, seconds }: { world: World; delivery: Delivery; seconds: number }): void {
  delivery.nextAttemptAt = world.clock.seconds() + seconds
  world.clock.schedule({ seconds, run: () => enqueueAttempt({ world, delivery }) })
}

async function attemptDelivery({ world, delivery }: { world: World; delivery: Delivery }): Promise<void> {
  const { state } = world
  const event = state.events.get(delivery.eventId)
  const endpoint = state.endpoints.get(delivery.endpointId)
  if (!event || !endpoint) return // a reset came in between
  delivery.nextAttemptAt = null
  if (!endpoint.active) {
    delivery.status = 'given_up'
    return
  }
  const attempt = await sendOnce({ world, delivery, event, endpoint })
  delivery.attempts.push(attempt)
  if (typeof attempt.result === 'number' && attempt.result >= 200 && attempt.result < 300) {
    delivery.status = 'delivered'
    return
  }
  // A duplicate's bad answer does not undo the good one.
  if (delivery.status !== 'delivered') planRetry({ world, delivery, event, endpoint })
}

function planRetry({ world, delivery, event, endpoint }: Trip): void {
  const seconds = waitBeforeRetrySeconds({ failedAttempts: delivery.attempts.length })
  if (world.clock.seconds() + seconds <= event.createdAt + RETRY_FOR_SECONDS) {
    scheduleAttempt({ world, delivery, seconds })
    return
  }
  delivery.status = 'given_up'
  endpoint.active = false
  endpoint.disabledReason = 'No 2xx answer for 24 hours. Razorpay would send an e-mail now.'
}

async function sendOnce({ world, delivery, event, endpoint }: Trip): Promise<Attempt> {
  const at = world.clock.seconds()
  const trouble = takeRule({ world, delivery, kinds: ['fail', 'timeout', 'corrupt_signature', 'no_signature'] })?.kind
  const signature =
    trouble === 'no_signature' ? null : trouble === 'corrupt_signature' ? corrupt({ signature: delivery.signature }) : delivery.signature
  if (trouble === 'fail') return { at, result: 'not sent', signature: null }
  const result = await postEvent({ url: endpoint.url, event, signature, timeoutMs: world.state.settings.webhookTimeoutMs })
  return { at, result: trouble === 'timeout' ? 'timeout' : result, signature }
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
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(event.bytes),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (cause) {
    return cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'no answer'
  }
}

/** Same length and alphabet, so that only a real comparison finds out. */
function corrupt({ signature }: { signature: string | null }): string | null {
  if (signature === null) return null
  return `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`
}

function takeRule({
  world,
  delivery,
  kinds,
}: {
  world: World
  delivery: Delivery
  kinds: readonly DeliveryRule['kind'][]
}): DeliveryRule | undefined {
  const rule = world.state.deliveryRules.find(
    (candidate) =>
      candidate.left > 0 &&
      kinds.includes(candidate.kind) &&
      (candidate.event === null || candidate.event === delivery.eventName) &&
      (candidate.endpointId === null || candidate.endpointId === delivery.endpointId),
  )
  if (rule) rule.left -= 1
  return rule
}
