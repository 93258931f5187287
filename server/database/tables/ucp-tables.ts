import type { Generated, JSONColumnType } from 'kysely'

/** What an assistant has put into a cart or checkout, as it was sent. */
export interface SessionContent {
  readonly lines: readonly SessionLine[]
  readonly buyer: SessionBuyer
  /** where it is delivered to; null while that is not known */
  readonly destination: SessionDestination | null
  /** the PIN code of a shopper whose address is not known; may be empty or no PIN code */
  readonly postalCode: string
  readonly codes: readonly string[]
}

export interface SessionLine {
  /** id of a product or of a variant */
  readonly item: string
  readonly quantity: number
  /** paise, of one unit, when the assistant has written the line last; null for an unknown product */
  readonly price: number | null
}

export interface SessionBuyer {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
  readonly phone_number?: string | undefined
}

export interface SessionDestination {
  readonly id: string
  readonly street_address?: string | undefined
  readonly extended_address?: string | undefined
  readonly address_locality?: string | undefined
  readonly address_region?: string | undefined
  readonly address_country?: string | undefined
  readonly postal_code?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly phone_number?: string | undefined
}

/** Carts and checkouts of assistants, and the orders that persons have placed from them. */
export interface UcpTables {
  ucp_sessions: {
    id: Generated<string>
    kind: 'cart' | 'checkout'
    agent_profile: string
    agent_name: string
    content: JSONColumnType<SessionContent>
    cart_id: string | null
    canceled_at: Date | null
    opened_at: Date | null
    opened_device: Buffer | null
    opened_user: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  ucp_orders: {
    order_id: string
    session_id: string
    agent_name: string
    /** null: completed before the shop stored it, and the session is deleted */
    profile_url: string | null
    created_at: Generated<Date>
  }
  assistant_requests: { day: string; agent: string; requests: number; last_at: Date }
}
