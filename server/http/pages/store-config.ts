import type { FastifyRequest } from 'fastify'
import { toAddressLine } from '#contract/kernel/address-line.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import { toColourStyle, toThemeColours } from '#contract/settings/colours.ts'
import { findAnnouncement } from '#contract/settings/front-page.ts'
import { parseRichText } from '#contract/settings/rich-text.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { CheckoutScript } from '../security-headers.ts'

interface SocialCard {
  readonly path: string
  readonly alt: string
}

export interface PageSettings {
  readonly shopSettings: { readonly current: ShopSettings; readonly policiesChangedOn?: string | undefined }
  /** the settings with their drafts, for a valid token */
  readonly readPreview: (token: string) => Promise<ShopSettings | undefined>
  /** the picture of shared links; undefined for a shop without hero and logo */
  readonly findSocialCard: (settings: ShopSettings) => SocialCard | undefined
  readonly shownOffers: { readonly hasAutomatic: () => boolean }
  /** where an old address leads; called for pages that the shop does not have */
  readonly findRedirect: (request: FastifyRequest) => string | undefined
}

/** It shows the clothes of the demo. */
const toDemoCard = (name: string) => ({ path: '/social-card.jpg', alt: `Tees, joggers, hoodies and denim from ${name}` })

interface StoreConfigOptions {
  readonly settings: Settings
  readonly checkoutScript: CheckoutScript | null
  /** the settings of the shop, or those of a preview */
  readonly current: ShopSettings
  readonly pageSettings: PageSettings
}

/** The public settings of the store, as `StoreConfig` of the web: they are sent to the browser. */
export function toStoreConfig({ settings, checkoutScript, current, pageSettings }: StoreConfigOptions) {
  const { shopSettings, findSocialCard, shownOffers } = pageSettings
  const { policiesChangedOn } = shopSettings
  const card = findSocialCard(current)
  const { shop, colours, policies, orders, mails, texts, 'front-page': frontPage } = current
  const moreSocialUrls = [shop.socialUrl2, shop.socialUrl3].filter((url) => url !== '')
  const { ribbon, claim, tile } = describeShipping(policies)
  const ownTexts = Object.entries(texts).filter(([, text]) => text !== '')
  return {
    storeName: shop.name,
    frontTitle: shop.frontTitle,
    storeEmail: shop.email,
    storePhone: shop.phone,
    storeAddress: toAddressLine(shop.address) || null,
    gstin: shop.gstin || null,
    grievanceOfficer: shop.grievanceOfficer || null,
    policies,
    shipping: { ribbon, claim, tile },
    ...(policiesChangedOn !== undefined && { policiesChangedOn }),
    ...(ownTexts.length > 0 && { texts: Object.fromEntries(ownTexts) }),
    socialUrl: shop.socialUrl,
    ...(moreSocialUrls.length > 0 && { moreSocialUrls }),
    chatUrl: shop.chatUrl,
    ...(shop.whatsapp === 'on' && { whatsapp: { number: shop.whatsappNumber, hours: shop.whatsappHours } }),
    logo: shop.logo,
    icon: shop.icon,
    verification: [
      { name: 'google-site-verification', content: shop.googleTag },
      { name: 'facebook-domain-verification', content: shop.metaTag },
      { name: 'p:domain_verify', content: shop.pinterestTag },
    ].filter(({ content }) => content !== ''),
    colours: toColourStyle(colours) ?? null,
    themeColours: toThemeColours(colours),
    hero: {
      headline: frontPage.headline,
      text: parseRichText(frontPage.text),
      button: frontPage.button,
      ...(frontPage.morePictures.length > 0 && { morePictures: frontPage.morePictures }),
      picture: frontPage.picture && { ...frontPage.picture, ...(frontPage.video !== null && { video: frontPage.video }) },
    },
    ...(shownOffers.hasAutomatic() && { hasOffers: true }),
    hasRows: frontPage.rows.length > 0,
    announcement: findAnnouncement({ announcement: frontPage.announcement, now: new Date() }),
    listingSpinner: settings.LISTING_SPINNER_MS,
    checkoutScript: checkoutScript?.url ?? null,
    offersCod: orders.codOffered === 'on',
    ...(orders.purchaseReports !== 'off' && { purchaseReports: orders.purchaseReports }),
    remindsOfCarts: mails.cartReminders === 'on',
    socialCard: card ? { path: card.path, alt: card.alt } : settings.DEMO ? toDemoCard(shop.name) : null,
  }
}
