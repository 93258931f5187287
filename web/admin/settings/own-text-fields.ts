import { serviceHours } from '#contract/kernel/limits/service-hours.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { ShopTexts } from '#contract/settings/own-texts.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { listValueProps } from '../../layout/header/value-props.tsx'
import type { SettingField } from './setting-field.ts'

const { days, from, to } = serviceHours

/** A title or text of the tiles on the front page, as the shop writes it. */
const describeTile = (icon: string, part: 'title' | 'text') => (config: StoreConfig) =>
  listValueProps(config).find((tile) => tile.icon === icon)?.[part] ?? ''

const tileTitle = (icon: string, label: string): SettingField => ({
  kind: 'own',
  label: `${label}: title`,
  describeDefault: describeTile(icon, 'title'),
})
const tileText = (icon: string, label: string): SettingField => ({
  kind: 'own',
  label: `${label}: text`,
  describeDefault: describeTile(icon, 'text'),
})

export const shopTextFields: Readonly<Record<keyof ShopTexts, SettingField>> = {
  shippingTitle: tileTitle('shipping', 'First tile'),
  shippingText: tileText('shipping', 'First tile'),
  supportTitle: tileTitle('support', 'Second tile'),
  supportText: tileText('support', 'Second tile'),
  moneyTitle: tileTitle('money', 'Third tile'),
  moneyText: tileText('money', 'Third tile'),
  paymentTitle: tileTitle('payment', 'Fourth tile'),
  paymentText: tileText('payment', 'Fourth tile'),
  serviceHours: {
    kind: 'own',
    label: 'Service hours',
    hint: 'On the contact page, the policy pages and the second tile, and in emails about orders.',
    describeDefault: () => `${days}, ${from} to ${to}`,
  },
  emptyCart: { kind: 'own', label: 'Title of an empty cart', describeDefault: () => screenTexts.cartIsEmpty },
  emptyList: { kind: 'own', label: 'Title of a list without products', describeDefault: () => screenTexts.noProducts },
}

const policyText = (label: string, path: string) =>
  ({
    kind: 'own',
    hasLines: true,
    label,
    hint: `At the top of ${path}, above the figures and the text of the shop, which stay. **bold**, [link](/buy), lines that begin with - are a list. Empty: none.`,
    describeDefault: () => '',
  }) as const

export const policyTextFields = {
  returnPolicy: policyText('Returns and refunds', '/returnPolicy'),
  cancel: policyText('Cancellation', '/cancel'),
  term: policyText('Shipping', '/term'),
  privacy: policyText('Privacy', '/privacy'),
  ship: policyText('Terms and conditions', '/ship'),
} as const
