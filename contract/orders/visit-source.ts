/** How an order that an administrator enters has come. */
export const orderChannels = ['phone', 'whatsapp', 'instagram', 'facebook', 'fair', 'store', 'other'] as const
export type OrderChannel = (typeof orderChannels)[number]

export const channelNames: Readonly<Record<OrderChannel, string>> = {
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  facebook: 'Facebook',
  fair: 'Fair',
  store: 'Store',
  other: 'Other',
}

/** Parameters that advertisements add to their links, with where the visit comes from. */
export const clickSources = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  fbclid: 'facebook',
  igshid: 'instagram',
  msclkid: 'bing',
  ttclid: 'tiktok',
  twclid: 'x',
} as const
export type ClickName = keyof typeof clickSources

/** What the first page of a visit says about where it comes from. Each text is cut, and what is missing is empty. */
export interface VisitSource {
  readonly source?: string | undefined
  readonly medium?: string | undefined
  readonly campaign?: string | undefined
  /** of the page with the link to the shop */
  readonly host?: string | undefined
  readonly clickName?: string | undefined
  readonly clickId?: string | undefined
}
