import { cutText } from '#contract/kernel/cut-text.ts'
import { type ClickName, clickSources, type OrderChannel } from '#contract/orders/visit-source.ts'
import type { Transaction } from '../../database/schema.ts'

/** Where an order comes from, as it is stored. */
export interface Referral {
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly host: string
  readonly click_name: string
  readonly click_id: string
}

/** UTF-16 units of a stored text. */
const maxLengths = { name: 100, clickId: 300 } as const

/** Hosts that belong to one source, with the source. */
const knownHosts: readonly (readonly [RegExp, source: string, medium: string])[] = [
  [/(^|\.)google\.[a-z.]+$/, 'google', 'organic'],
  [/(^|\.)bing\.com$/, 'bing', 'organic'],
  [/(^|\.)duckduckgo\.com$/, 'duckduckgo', 'organic'],
  [/(^|\.)instagram\.com$/, 'instagram', 'social'],
  [/(^|\.)facebook\.com$/, 'facebook', 'social'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube', 'social'],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, 'whatsapp', 'social'],
  [/(^|\.)pinterest\.[a-z.]+$/, 'pinterest', 'social'],
  [/^(t\.co|x\.com|twitter\.com)$/, 'x', 'social'],
]

/** Two names that look the same would be two sources. The joiners belong to Indian scripts and emoji. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu

/** A text without control characters, of which PostgreSQL rejects the zero byte, and without marks of direction. Empty for anything else. */
function readText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return ''
  // A long text is cut first, so that the rest takes no time.
  const text = cutText(value, maxLength * 2)
    .replace(/\p{Cc}/gu, ' ')
    .replace(invisible, '')
  return cutText(text.replace(/\s+/gu, ' ').trim(), maxLength)
}

/** Says where a visit comes from by what its first page has said, of any type. Undefined when the page has said nothing. Never throws. */
export function readReferral(visit: unknown): Referral | undefined {
  if (typeof visit !== 'object' || visit === null || Array.isArray(visit)) return undefined
  const said = visit as Readonly<Record<string, unknown>>
  const name = (key: string) => readText(said[key], maxLengths.name).toLowerCase()
  const host = name('host').replace(/^www\./, '')
  const clickName = readText(said.clickName, maxLengths.name)
  const isKnownClick = Object.hasOwn(clickSources, clickName)
  const [, hostSource = host, hostMedium = 'referral'] = knownHosts.find(([pattern]) => pattern.test(host)) ?? []
  const clickSource = isKnownClick ? clickSources[clickName as ClickName] : ''
  const isGoogleClick = clickSource === 'google' || clickSource === 'bing'
  return {
    source: name('source') || (isGoogleClick ? clickSource : hostSource || clickSource) || 'direct',
    medium: name('medium') || (isGoogleClick ? 'cpc' : host ? hostMedium : clickSource && 'social'),
    campaign: name('campaign'),
    host,
    click_name: isKnownClick ? clickName : '',
    click_id: isKnownClick ? readText(said.clickId, maxLengths.clickId) : '',
  }
}

/** How an order that an administrator has entered came. */
export const toChannelReferral = (channel: OrderChannel): Referral => ({
  source: channel,
  medium: '',
  campaign: '',
  host: '',
  click_name: '',
  click_id: '',
})

interface ReferralOfPayment {
  readonly trx: Transaction
  readonly paymentId: string
}

/** Stores where the visit of an online payment comes from, until the payment has an order. */
export async function insertPaymentReferral({ trx, paymentId, referral }: ReferralOfPayment & { referral: Referral }): Promise<void> {
  await trx
    .insertInto('order_referrals')
    .values({ ...referral, payment_id: paymentId })
    .execute()
}

/** The order of a payment comes from where its payment came from. In the transaction that inserts the order. */
export async function moveReferralToOrder({ trx, paymentId, orderId }: ReferralOfPayment & { orderId: string }): Promise<void> {
  await trx.updateTable('order_referrals').set({ order_id: orderId }).where('payment_id', '=', paymentId).execute()
}
