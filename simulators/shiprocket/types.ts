import type { ParcelStatus } from './statuses.ts'

export type Json = Record<string, unknown>

export interface Scan {
  /** as Shiprocket writes it: Indian time, `2026-11-28 10:00:00` */
  readonly date: string
  readonly status: ParcelStatus
  readonly activity: string
  readonly location: string
}

/** A failed attempt to deliver a parcel, and what the shop has answered. */
export interface FailedAttempt {
  readonly reason: string
  readonly date: string
  answer?: { action: string; comments: string; body: Json }
}

export interface SimulatedOrder {
  readonly id: number
  readonly shipmentId: number
  readonly createdAt: string
  /** as it was sent */
  readonly body: Json
  readonly isReturn: boolean
  status: string
  awb: string
  /** numbers that were replaced; they are not tracked any more */
  oldAwbs: string[]
  courier: string
  /** how many pick-ups were taken */
  pickups: number
  isManifested: boolean
  /** undefined until it has a number */
  parcelStatus: ParcelStatus | undefined
  /** what the top level of a tracking reply says, when it lags behind */
  staleStatus: ParcelStatus | undefined
  /** the oldest first */
  scans: Scan[]
  attempts: FailedAttempt[]
}

/** The next call of a path fails. With `after` it takes effect, and only its answer is lost. */
export interface Fault {
  /** such as `/orders/create/return`, or `/ndr/:id/action` for any number */
  readonly path: string
  /** 0: the connection ends without an answer */
  readonly status: number
  readonly body?: Json
  readonly when?: 'before' | 'after'
}

/** What is done with the messages of the next moves. */
export type MessageMode = 'send' | 'hold' | 'drop' | 'duplicate'

export interface Message {
  readonly body: Json
  /** what the receiver answered; undefined until it is sent, 0 when there was no answer */
  status?: number
}

export interface Move {
  /** why an attempt failed, or what the scan says */
  readonly reason?: string | undefined
  readonly location?: string | undefined
  /** by default now */
  readonly at?: Date | undefined
  /** the top level of the tracking reply still says the earlier status */
  readonly isStale?: boolean | undefined
}

export interface ShiprocketSimulator {
  /** in the order in which they were created */
  readonly orders: readonly SimulatedOrder[]
  /** paths of all calls */
  readonly calls: readonly string[]
  /** what was sent to the webhook, or waits, or was dropped */
  readonly messages: readonly Message[]
  addFault(fault: Fault): void
  expireTokens(): void
  cancel(reference: string): void
  /** the courier has collected the parcel, so that it cannot be cancelled any more */
  pickUp(reference: string): void
  /** Something happens to a parcel. Resolves when its message is sent. */
  moveParcel(reference: string, status: ParcelStatus, move?: Move): Promise<void>
  /** Another number and another courier under the same order. Returns the new number. */
  reassign(reference: string): Promise<string>
  /** by default `send`; `hold` keeps messages until `flushMessages` */
  setMessageMode(mode: MessageMode): void
  /** Sends the held messages, the last one first when `isReversed`. */
  flushMessages(options?: { isReversed?: boolean }): Promise<void>
  /** where messages go; undefined: nowhere */
  setWebhook(webhook: { url: string; key?: string | undefined } | undefined): void
  /**
   * What a repeated `order_id` gives: `same` the order that has it (422 if it is cancelled), `old` that order also when it is cancelled, with its
   * dead number.
   */
  setRepeatedOrders(behaviour: 'same' | 'old'): void
  listen(options?: { port?: number }): Promise<string>
  close(): Promise<void>
}

/** An error of Shiprocket's. */
export class Refusal extends Error {
  readonly status: number
  readonly more: Json

  constructor(status: number, message: string, more: Json = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

/** The state of a simulated account. */
export interface Account {
  readonly orders: SimulatedOrder[]
  repeatedOrders: 'same' | 'old'
}

export const referenceOf = (order: SimulatedOrder): string => String(order.body.order_id)

/** As Shiprocket writes times: Indian time without a zone. */
export const toShiprocketTime = (at: Date): string => new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
