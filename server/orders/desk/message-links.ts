import { needsConfirmation } from '#contract/orders/order-flags.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { createConfirmationLinks } from '../order/order-links.ts'
import type { OrderRow } from '../order/present.ts'
import { buildOrderPaths, createTrackingLinks } from '../order/tracking.ts'

interface MessageLinksOptions {
  readonly trackingKey: Buffer
  readonly shopSettings: { readonly current: Pick<ShopSettings, 'shop'> }
}

export type FindMessageLink = (row: Pick<OrderRow, 'id' | 'status' | 'flags' | 'link_revision'>) => string | undefined

/**
 * Creates a function that gives the path which a message to the customer of an order contains: the page where the order is confirmed or
 * paid, else the one where it is followed. Undefined while WhatsApp is off.
 */
export function createMessageLinks({ trackingKey: key, shopSettings }: MessageLinksOptions): FindMessageLink {
  const confirmationLinks = createConfirmationLinks({ key })
  const links = createTrackingLinks({ key })
  return (row) => {
    if (shopSettings.current.shop.whatsapp === 'off') return undefined
    const { id, link_revision: revision } = row
    return needsConfirmation(row) ? confirmationLinks.create(id, { revision }) : buildOrderPaths({ links, orderId: id, revision }).tracking
  }
}
