import { createHmac } from 'node:crypto'
import { toMailbox } from '../../mail/mailbox.ts'
import { normalizePhone } from '../order/tracking.ts'

/** Who places an order that is paid on delivery. */
export interface OrderSource {
  /** undefined for a guest */
  readonly account: string | undefined
  readonly phone: string
  readonly email: string
  /** the browser's own token; undefined when it has sent none */
  readonly device: string | undefined
  readonly ip: string
  /** the network around the IP address */
  readonly ipRange: string
  /** the idempotency key: repeated requests at the same moment count once */
  readonly request: string | undefined
}

/** Keyed hashes of a source. */
export interface SourceKeys {
  readonly phone: Buffer
  readonly email: Buffer
  readonly ip: Buffer
  readonly ipRange: Buffer
  readonly account: Buffer | undefined
  readonly device: Buffer | undefined
  readonly request: Buffer | undefined
}

/** Hashes what identifies a source, with a key that is derived from the one of the tracking links. */
export function createSourceHash({ trackingKey }: { trackingKey: Buffer }) {
  const key = createHmac('sha256', trackingKey).update('order-sources').digest()
  return (kind: keyof OrderSource, value: string): Buffer => createHmac('sha256', key).update(`${kind} ${value}`).digest()
}

export function hashOrderSource({ trackingKey, source }: { trackingKey: Buffer; source: OrderSource }): SourceKeys {
  const hashSource = createSourceHash({ trackingKey })
  const hashOptional = (kind: keyof OrderSource) => {
    const value = source[kind]
    return value === undefined ? undefined : hashSource(kind, value)
  }
  const keys = {
    phone: hashSource('phone', normalizePhone(source.phone)),
    email: hashSource('email', toMailbox(source.email)),
    ip: hashSource('ip', source.ip),
    ipRange: hashSource('ipRange', source.ipRange),
    account: hashOptional('account'),
    device: hashOptional('device'),
  }
  // The key counts for this source only: nobody makes room for an order by repeating the key of another one.
  const identified = [source.request, ...Object.values(keys).map((key) => key?.toString('hex'))].join(' ')
  return { ...keys, request: source.request === undefined ? undefined : hashSource('request', identified) }
}

/** The keys of what a person uses: all but the network. Phone, email and IP address come first; queries read them by their place. */
export function listPersonKeys({ ipRange: _, ...keys }: SourceKeys): Buffer[] {
  return Object.values(keys).filter((key) => key !== undefined)
}

/**
 * What is known of a source. `proven`: its account, or an account that has signed in with its browser, has received or paid for an order; `phone`:
 * its phone has, which anybody may enter.
 */
export type Trust = 'proven' | 'phone' | 'none'

/**
 * The keys that an order counts for. Who has received an order does not count for an IP address, which many people share. Strangers, who may enter
 * any phone and mailbox, do not use up the limits of a proven person.
 */
export function listCountedKeys({ keys, trust }: { keys: SourceKeys; trust: Trust }): Buffer[] {
  if (trust === 'none') return [...listPersonKeys(keys), keys.ipRange]
  const { phone, email, ip } = keys
  const left = trust === 'proven' ? [phone, email, ip] : [ip]
  return listPersonKeys(keys).filter((key) => !left.includes(key))
}
