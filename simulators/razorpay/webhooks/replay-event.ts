import { Refused } from '../simulator-error.ts'
import type { World } from '../world.ts'
import { enqueueAttempt } from './deliver.ts'
import { createDelivery } from './emit-event.ts'
import type { Delivery } from './records.ts'

const DAY_SECONDS = 24 * 3600

/**
 * The Dashboard's replay: the same event again, signed with the endpoint's present secret. Razorpay replays what is at
 * most 7 days old and was not acknowledged, 5 times in 24 hours; `force` lifts these limits for a test.
 */
export function replayEvent({
  world,
  eventId,
  endpointId,
  force,
}: {
  world: World
  eventId: string
  endpointId: string | undefined
  force: boolean
}): Delivery[] {
  const { state, clock } = world
  const event = state.events.get(eventId)
  if (!event) throw new Refused('No such event.')
  const endpoints = [...state.endpoints.values()].filter((endpoint) => endpointId === undefined || endpoint.id === endpointId)
  if (endpoints.length === 0) throw new Refused('No such endpoint.')
  if (!force && clock.seconds() - event.createdAt > 7 * DAY_SECONDS) throw new Refused('The event is older than 7 days.')
  return endpoints.flatMap((endpoint) => {
    const past = [...state.deliveries.values()].filter((delivery) => delivery.eventId === event.id && delivery.endpointId === endpoint.id)
    endpoint.replays = endpoint.replays.filter((at) => clock.seconds() - at < DAY_SECONDS)
    if (!force && past.some((delivery) => delivery.status === 'delivered')) throw new Refused('The event was acknowledged already.')
    if (!force && endpoint.replays.length >= 5) throw new Refused('5 replays in 24 hours are the limit.')
    endpoint.replays.push(clock.seconds())
    const delivery = createDelivery({ event, endpoint })
    state.deliveries.set(delivery.id, delivery)
    enqueueAttempt({ world, delivery })
    return [delivery]
  })
}
