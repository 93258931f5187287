import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Razorpay from 'razorpay'
import { onTestFinished } from 'vitest'
import { createSimulator, DEMO_KEY, type SimulatorOptions } from '../server.ts'

export { DEMO_KEY }

export type Json = Readonly<Record<string, unknown>>

export interface Rig {
  readonly url: string
  /** the official client, talking to the simulator */
  readonly client: Razorpay
  /** a lever of the control API; answers its body, throws on a refusal */
  pull(input: { path: string; body?: Json; method?: string }): Promise<Json>
  /** a raw call to the simulator */
  send(input: {
    path: string
    method?: string
    body?: string
    headers?: Readonly<Record<string, string>>
  }): Promise<{ status: number; body: unknown }>
}

export const basic = ({ keyId, keySecret }: { keyId: string; keySecret: string }) =>
  `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

/** A simulator of its own for one test, with a clock that stands still. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Rig> {
  const simulator = createSimulator(options)
  const url = await simulator.listen()
  onTestFinished(() => simulator.close())

  async function send({ path, method = 'GET', body, headers = {} }: Parameters<Rig['send']>[0]) {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
    const text = await answer.text()
    return {
      status: answer.status,
      body: answer.headers.get('content-type')?.startsWith('application/json') ? (JSON.parse(text) as unknown) : text,
    }
  }

  return {
    url,
    client: createClient({ url }),
    send,
    async pull({ path, body, method = body ? 'POST' : 'GET' }) {
      const answer = await send({
        path: `/_simulator/${path}`,
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body as Json
    },
  }
}

/** The client has no option for its host, so its HTTP instance is told directly. */
export function createClient({
  url,
  key = DEMO_KEY,
  headers = {},
}: {
  url: string
  key?: { keyId: string; keySecret: string }
  headers?: Readonly<Record<string, string>>
}): Razorpay {
  const client = new Razorpay({ key_id: key.keyId, key_secret: key.keySecret })
  const { rq } = client.api as unknown as { rq: { defaults: { baseURL: string; headers: { common: Record<string, string> } } } }
  rq.defaults.baseURL = url
  Object.assign(rq.defaults.headers.common, headers)
  return client
}

export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw: string
  readonly event: { readonly event: string; readonly payload: Readonly<Record<string, { readonly entity: Json }>> } & Json
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  names(): string[]
  /** how the receiver answers from now on; null: never */
  answerWith(input: { status: number | null }): void
}

/** A merchant's webhook endpoint that remembers what it was sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let status: number | null = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, raw, event: JSON.parse(raw) as Received['event'] })
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    names: () => received.map(({ event }) => event.event),
    answerWith(next) {
      status = next.status
    },
  }
}

interface Paid {
  readonly orderId: string
  readonly paymentId: string
  readonly signature: string
}

/** An order that a card has paid, without a browser. */
export async function payOrder({ rig, amount = 500_000, ...how }: { rig: Rig; amount?: number; method?: string }): Promise<Paid> {
  const order = await rig.client.orders.create({ amount, currency: 'INR' })
  const paid = (await rig.pull({ path: 'payments', body: { order_id: order.id, ...how } })) as unknown as {
    browser: { response: Readonly<Record<string, string>> }
  }
  const { razorpay_payment_id: paymentId = '', razorpay_signature: signature = '' } = paid.browser.response
  return { orderId: order.id, paymentId, signature }
}

/** Lets everything that is on its way arrive. */
export async function settle({ rig }: { rig: Rig }): Promise<void> {
  await advance({ rig, seconds: 0 })
}

export async function advance({ rig, seconds }: { rig: Rig; seconds: number }): Promise<void> {
  await rig.pull({ path: 'clock', body: { advance_seconds: seconds } })
}
