import type { FastifyRequest } from 'fastify'
import { readCookie, requireUser } from '../http/session.ts'
import { createPersonKeys, type PersonKey } from '../offers/offer-person.ts'
import type { Settings } from '../settings.ts'

export interface CartPersonOptions {
  readonly settings: Pick<Settings, 'secure'>
  readonly trackingKey: Buffer
}

/** The shopper of a cart as offers know them, by account and browser. The order adds where it goes. */
export function createCartPersons({ settings: { secure }, trackingKey }: CartPersonOptions): (request: FastifyRequest) => PersonKey {
  const getPersonKey = createPersonKeys({ trackingKey })
  return (request) => getPersonKey({ userId: requireUser(request).id, device: readCookie({ request, name: 'device', secure }) })
}
