import { createContext, RouterContextProvider } from 'react-router'
import type { Category } from '#contract/catalog/categories.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import type { StorefrontShipping } from '#contract/orders/shipping-texts.ts'
import type { PageLink } from '#contract/pages/pages.ts'
import type { FrontPagePicture, FrontPageSettings } from '#contract/settings/front-page.ts'
import type { ShopTexts } from '#contract/settings/own-texts.ts'
import type { ReportRecipients } from '#contract/settings/purchase-report.ts'
import type { Block } from '#contract/settings/rich-text.ts'
import { ApiError, type Call } from './client.ts'

/** The public settings of the store. They are sent to the browser, so nothing secret. */
export interface StoreConfig {
  readonly storeName: string
  readonly storeEmail: string
  readonly storePhone: string
  /** postal address in one line; null: not set */
  readonly storeAddress: string | null
  /** GST identification number; null: not set */
  readonly gstin: string | null
  /** what the store sells, such as `Tees, joggers and shirts` */
  readonly range: string
  /** the shop's image in link previews; null: none */
  readonly socialCard: { readonly path: string; readonly alt: string } | null
  /** the title of the front page; empty: made from the name */
  readonly frontTitle: string
  /** the description of the storefront for search engines */
  readonly description: string
  /** name and contact; null: not set */
  readonly grievanceOfficer: string | null
  /** the figures of delivery, returns and refunds */
  readonly policies: Policies
  /** what pages say about the charge for shipping */
  readonly shipping: StorefrontShipping
  /** the day on which they were last changed, such as `2026-11-26`; missing while they are the defaults */
  readonly policiesChangedOn?: string
  /** texts of the owner in place of the usual ones; missing: the usual ones */
  readonly texts?: Partial<ShopTexts>
  readonly socialUrl: string
  /** further pages of the shop elsewhere; missing for none */
  readonly moreSocialUrls?: readonly string[]
  /** the folder of the logo's file; null: the name is written */
  readonly logo: string | null
  /** the folder of the icons; null: those of the demo */
  readonly icon: string | null
  /** `<meta>` tags by which search engines and shopping sites know the owner */
  readonly verification: readonly { readonly name: string; readonly content: string }[]
  /** custom properties of the chosen colours; null: those of the stylesheet */
  readonly colours: Readonly<Record<string, string>> | null
  /** the page behind the products as hexadecimal colours, for the bars of phones */
  readonly themeColours: { readonly light: string; readonly dark: string }
  /** the first screen of the front page; a picture takes the place of that of the newest collection */
  readonly hero: Pick<FrontPageSettings, 'headline' | 'button'> & {
    readonly text: readonly Block[]
    /** beside the first one; missing for none */
    readonly morePictures?: readonly FrontPagePicture[]
    readonly picture: (FrontPagePicture & { readonly video?: string }) | null
  }
  /** whether the front page has rows of its own, in place of the collections */
  readonly hasRows: boolean
  /** whether an offer runs that a cart can come nearer to; missing without one */
  readonly hasOffers?: boolean
  /** of today */
  readonly announcement: { readonly text: string; readonly href: string | null } | null
  readonly chatUrl: string
  /** the ten digits of the shop's number and when it answers; missing when WhatsApp is off */
  readonly whatsapp?: { readonly number: string; readonly hours: string }
  /** `https://shop.example`, without a trailing slash */
  readonly origin: string
  /** milliseconds */
  readonly listingSpinner: number
  /** URL of the payment provider's script; null: card payment is off */
  readonly checkoutScript: string | null
  /** whether cash on delivery is on; rules of PIN codes and persons may still refuse it */
  readonly offersCod: boolean
  /** whether some items are exchanged only or not returned; missing: none */
  readonly hasReturnRules?: boolean
  /** the advertising companies that are told about purchases, with consent; missing when none is */
  readonly purchaseReports?: ReportRecipients
  /** whether shoppers who agree to it are reminded of a cart */
  readonly remindsOfCarts: boolean
  /** in their order; a hidden one is named, but not in menus */
  readonly categories: readonly Category[]
  /** pages that the owner has put into the menu or the footer, in their order; missing for none */
  readonly pages?: readonly PageLink[]
}

/** Calls the API in process, with the cookies of the request that is being rendered. */
export const callContext = createContext<Call>()
export const storeConfigContext = createContext<StoreConfig>()
export const nonceContext = createContext<string>()
/** whether a call that this page made was answered with 503 */
export const outageContext = createContext<{ hasFailed: boolean }>()
/** gets the page's HTML */
export const outputContext = createContext<NodeJS.WritableStream>()
/** logs an unexpected error of this page */
export const reportErrorContext = createContext<(error: unknown) => void>()

/** Called by the server for each page: the only way data enters the rendering. */
export function createLoadContext({
  call,
  storeConfig,
  nonce,
  output,
  reportError,
}: {
  call: Call
  storeConfig: StoreConfig
  nonce: string
  output: NodeJS.WritableStream
  reportError: (error: unknown) => void
}): RouterContextProvider {
  const context = new RouterContextProvider()
  const outage = { hasFailed: false }
  context.set(outageContext, outage)
  // A page that could not load something answers 503, also when it still has something to show.
  context.set(callContext, (route, input, options) =>
    call(route, input, options).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 503) outage.hasFailed = true
      throw error
    }),
  )
  context.set(storeConfigContext, storeConfig)
  context.set(nonceContext, nonce)
  context.set(outputContext, output)
  context.set(reportErrorContext, reportError)
  return context
}
