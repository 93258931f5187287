export const ticketKinds = ['question', 'complaint', 'return', 'data'] as const
export type TicketKind = (typeof ticketKinds)[number]

export const ticketStates = ['open', 'acknowledged', 'settled'] as const
export type TicketState = (typeof ticketStates)[number]

/** What the contact form can ask for about personal data. */
export const requestedOfData = ['access', 'correction', 'erasure'] as const

const firstNumber = 1_000
/** the largest integer of PostgreSQL */
const lastNumber = 2_147_483_647

/** The number of a ticket as it is shown. */
export const formatTicketNumber = (number: number): string => `T-${number}`

/** Parses the number of a ticket in any notation: `T-1000`, `t 1000`, `1000`. Undefined when it is none. */
export function parseTicketNumber(text: string): number | undefined {
  const digits = /^t?[\s-]*(\d{4,10})$/i.exec(text.trim())?.[1]
  const number = Number(digits)
  return digits !== undefined && number >= firstNumber && number <= lastNumber ? number : undefined
}

export const ticketKindLabels: Readonly<Record<TicketKind, string>> = {
  question: 'Question',
  complaint: 'Complaint',
  return: 'Return',
  data: 'Personal data',
}

export const ticketStateLabels: Readonly<Record<TicketState, string>> = {
  open: 'Received',
  acknowledged: 'In progress',
  settled: 'Settled',
}
