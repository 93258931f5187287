/** An event as it was received. */
export interface MetaEvent {
  readonly event_name: string
  readonly event_time: number
  readonly event_id?: string
  readonly action_source: string
  readonly event_source_url?: string
  readonly user_data: Readonly<Record<string, unknown>>
  readonly custom_data?: Readonly<Record<string, unknown>>
}

/** An answer with an error. */
export class GraphError extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  readonly userMessage: string | undefined
  constructor(message: string, { status = 400, code, subcode, userMessage }: ErrorDetails) {
    super(message)
    this.status = status
    this.code = code
    this.subcode = subcode
    this.userMessage = userMessage
  }
}

interface ErrorDetails {
  readonly status?: number
  readonly code: number
  readonly subcode?: number
  readonly userMessage?: string
}

const maxAgeSeconds = 7 * 86_400
const actionSources = [
  ...['email', 'website', 'app', 'phone_call', 'chat', 'physical_store'],
  ...['system_generated', 'business_messaging', 'other'],
]
const hashed = ['em', 'ph', 'fn', 'ln', 'ge', 'db', 'ct', 'st', 'zp', 'country']

const invalid = (userMessage: string) => new GraphError('Invalid parameter', { code: 100, subcode: 2804019, userMessage })

/** Checks all events of a request: one that is wrong refuses the request. @throws GraphError */
export function checkEvents(data: unknown): readonly MetaEvent[] {
  if (!Array.isArray(data) || data.length === 0) throw new GraphError('(#100) param data must be non-empty.', { code: 100 })
  if (data.length > 1_000) throw invalid('A request has at most 1,000 events.')
  for (const event of data) checkEvent(event as Partial<MetaEvent>)
  return data as MetaEvent[]
}

function checkEvent(event: Partial<MetaEvent>): void {
  const now = Date.now() / 1_000
  if (!event.event_name) throw invalid('The event has no name.')
  if (!Number.isInteger(event.event_time)) throw invalid('The event time is not a Unix timestamp in seconds.')
  if ((event.event_time ?? 0) < now - maxAgeSeconds) throw invalid('The event time is more than 7 days in the past.')
  if ((event.event_time ?? 0) > now + 60) throw invalid('The event time is in the future.')
  if (!actionSources.includes(event.action_source ?? '')) throw invalid('The action source is not known.')
  const user = event.user_data ?? {}
  checkUser(user)
  if (event.action_source === 'website' && !(user.client_user_agent && event.event_source_url))
    throw invalid('Events of a website need client_user_agent and event_source_url.')
  if (event.event_name === 'Purchase') checkPurchase(event.custom_data ?? {})
}

function checkUser(user: Readonly<Record<string, unknown>>): void {
  for (const name of hashed) {
    const values = [user[name] ?? []].flat()
    if (!values.every((value) => /^[0-9a-f]{64}$/.test(String(value)))) throw invalid(`${name} is not hashed with SHA-256.`)
  }
  if (user.fbc !== undefined && !/^fb\.\d\.\d{13}\..+$/.test(String(user.fbc))) throw invalid('fbc is not a click id.')
  const isIdentified = ['em', 'ph', 'fbc', 'external_id'].some((name) => user[name] !== undefined)
  if (!isIdentified) throw invalid('The customer information is not sufficient.')
}

function checkPurchase({ value, currency }: Readonly<Record<string, unknown>>): void {
  if (typeof value !== 'number' || value < 0) throw invalid('A purchase needs a value.')
  if (!/^[A-Z]{3}$/.test(String(currency))) throw invalid('A purchase needs a currency.')
}
