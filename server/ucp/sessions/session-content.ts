import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { normalizePinCode } from '#contract/kernel/typed-numbers.ts'
import { toOfferCode } from '#contract/offers/offer-kinds.ts'
import type { CheckoutRequest } from '#contract/ucp/checkout-requests.ts'
import type { SessionContent, SessionDestination, SessionLine } from '../../database/tables/ucp-tables.ts'

/** The lines of a request; the same item twice is one line. */
function readLines(lineItems: CheckoutRequest['line_items']): SessionLine[] {
  const lines = new Map<string, SessionLine>()
  for (const { item, quantity } of lineItems) {
    const before = lines.get(item.id)?.quantity ?? 0
    lines.set(item.id, { item: item.id, quantity: before + quantity, price: null })
  }
  return [...lines.values()]
}

interface SentDestination {
  readonly fulfillment: CheckoutRequest['fulfillment']
  readonly before: SessionDestination | null | undefined
}

/** The chosen destination of the method that ships, or its first one. A method that names none keeps the one before: it selects an option. */
function readDestination({ fulfillment, before = null }: SentDestination): SessionDestination | null {
  const method = fulfillment?.methods?.find(({ type = 'shipping' }) => type === 'shipping')
  if (method && method.destinations === undefined) return before
  const destinations = (method?.destinations ?? []).map((each, index) => ({ ...each, id: each.id ?? `destination_${index + 1}` }))
  return destinations.find(({ id }) => id === method?.selected_destination_id) ?? destinations[0] ?? null
}

/** What a request says, as it is stored. It replaces what was sent before: a member that is left out is removed. */
export function readContent(request: CheckoutRequest, before?: SessionContent): SessionContent {
  const { line_items, buyer, fulfillment, context, discounts } = request
  return {
    lines: readLines(line_items),
    buyer: buyer ?? {},
    destination: readDestination({ fulfillment, before: before?.destination }),
    postalCode: context?.postal_code ?? '',
    codes: discounts?.codes ?? [],
  }
}

/** The one code that counts in an order: the first that was sent; null without one. */
export const readCode = ({ codes }: Pick<SessionContent, 'codes'>): string | null =>
  codes.map((code) => toOfferCode(code).slice(0, offerLimits.typedCodeLength)).find((code) => code !== '') ?? null

/** The PIN code that decides about delivery and its charge; may be empty or no PIN code. */
export const readPin = ({ destination, postalCode }: Pick<SessionContent, 'destination' | 'postalCode'>): string =>
  normalizePinCode(destination?.postal_code ?? postalCode)
