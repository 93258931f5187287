import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkEvents, GraphError, type MetaEvent } from './check-events.ts'

export type { MetaEvent } from './check-events.ts'

/** The next call fails. Status 0 ends the connection; `after`: the events are taken before. */
export interface Fault {
  readonly status: number
  /** of the error, such as 190 */
  readonly code?: number
  readonly message?: string
  readonly when?: 'after'
}

/** A request whose events were taken. */
export interface TakenRequest {
  readonly version: string
  readonly testCode: string | undefined
  readonly events: readonly MetaEvent[]
}

/** Meta's Conversions API for one data set. State is in memory. */
export function createSimulator({ pixelId, accessToken }: { pixelId: string; accessToken: string }) {
  const requests: TakenRequest[] = []
  const calls: string[] = []
  let faults: Fault[] = []

  /** Events without those that Meta leaves out: the same name and id within 48 hours. */
  function listCounted(): MetaEvent[] {
    const counted: MetaEvent[] = []
    for (const event of requests.flatMap(({ events }) => events)) {
      const isSame = (other: MetaEvent) =>
        event.event_id !== undefined && other.event_id === event.event_id && other.event_name === event.event_name
      if (!counted.some(isSame)) counted.push(event)
    }
    return counted
  }

  function takeEvents(path: string, body: Readonly<Record<string, unknown>>) {
    const [, version = '', id = ''] = /^\/(v\d+\.\d+)\/([^/]+)\/events$/.exec(path) ?? []
    if (id === '') throw new GraphError('Unknown path components', { status: 404, code: 2500 })
    if (body.access_token !== accessToken)
      throw new GraphError('Invalid OAuth access token - Cannot parse access token', { status: 401, code: 190 })
    if (id !== pixelId) throw new GraphError(`Unsupported post request. Object with ID '${id}' does not exist`, { code: 100, subcode: 33 })
    const events = checkEvents(body.data)
    requests.push({ version, testCode: body.test_event_code as string | undefined, events })
    return { events_received: events.length, messages: [], fbtrace_id: 'A-trace-of-the-simulator' }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/_simulator/state') return void reply(200, { requests, counted: listCounted(), calls })
    if (request.method !== 'POST') return void reply(404, toErrorBody(new GraphError('Unknown path components', { code: 2500 })))
    const body = await readJson(request)
    if (pathname === '/_simulator/faults') {
      faults.push(body as unknown as Fault)
      return void reply(200, {})
    }
    calls.push(pathname)
    const [fault, ...later] = faults
    faults = later
    try {
      const content = fault && fault.when !== 'after' ? {} : takeEvents(pathname, body)
      if (!fault) return void reply(200, content)
      if (fault.status === 0) return void request.socket.destroy()
      throw new GraphError(fault.message ?? 'Fault', { status: fault.status, code: fault.code ?? 1 })
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      reply(error.status, toErrorBody(error))
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  return {
    requests,
    /** paths, in their order */
    calls,
    listCounted,
    addFault: (fault: Fault) => void faults.push(fault),
    async listen({ port = 0 } = {}) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const toErrorBody = ({ message, code, subcode, userMessage }: GraphError) => ({
  error: {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(userMessage !== undefined && { error_user_title: 'Invalid event', error_user_msg: userMessage }),
    fbtrace_id: 'A-trace-of-the-simulator',
  },
})

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
