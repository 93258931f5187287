import { z } from 'zod'
import { emailShape } from '../kernel/email.ts'
import { requiredText } from '../kernel/field-schemas.ts'
import { isGstin } from '../kernel/gstin.ts'
import { chargeLimits } from '../kernel/limits/charge-limits.ts'
import { normalizePhone } from '../kernel/typed-numbers.ts'
import { isMobile } from '../kernel/whatsapp.ts'
import { bookingLimits, parseBookingTemplate } from './booking-formats.ts'
import { accents, grounds } from './colours.ts'
import { frontPageSettings } from './front-page.ts'
import { policyTextSettings, shopTextSettings } from './own-texts.ts'
import { reportRecipients } from './purchase-report.ts'

/** A text that may be empty, and have several lines. */
const optionalText = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} must be a text.` })
    .trim()
    .max(maxLength, { error: `${label} is too long.`, abort: true })
    .refine((text) => !/\p{Cc}/u.test(text.replace(/[\r\n\t]/g, '')), `${label} must not contain control characters.`)

/** A name stands in headings and in the headers of mails. */
const isSingleLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

const wholeNumber = ({ label, min, max }: { label: string; min: number; max: number }) => {
  const error = `${label} must be a whole number from ${min.toLocaleString('en-IN')} to ${max.toLocaleString('en-IN')}.`
  return z.int({ error }).min(min, error).max(max, error)
}

/** From and to. */
const range = (limits: { label: string; min: number; max: number }) =>
  z
    .tuple([wholeNumber(limits), wholeNumber(limits)])
    .refine(([from, to]) => from <= to, `${limits.label}: the first number must not be larger than the second.`)

const webAddress = (label: string) =>
  optionalText(label, 300).refine((text) => text === '' || /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text), {
    error: `${label} must be an address such as https://example.com/shop.`,
  })

/** A code that a search engine or shopping site asks for: never markup. */
const verificationTag = (label: string) =>
  optionalText(label, 120).regex(/^[\w=.-]*$/, `Enter only the code of ${label}, without the tag around it.`)

/** A file that the shop made from an upload. */
const brandImage = z
  .string()
  .regex(/^\/brand\/[0-9a-f]{16}$/, 'Upload a picture.')
  .nullable()

/** On for values of an older version, which do not have it. */
const onOrOff = z.enum(['on', 'off'], { error: 'Choose on or off.' }).default('on')

/** Who sells: in every page, mail, feed and document. */
const shopFields = z.object({
  name: requiredText('Name', 60).refine(isSingleLine, 'Name must be one line.'),
  description: optionalText('Description', 300).describe('for search engines; empty: made from the categories'),
  frontTitle: optionalText('Front page title', 70)
    .refine(isSingleLine, 'Front page title must be one line.')
    .default('')
    .describe('in browser tabs, search results and shared links; empty: the name and what the shop offers'),
  email: z.string({ error: 'Email is required.' }).trim().max(254, 'Email is too long.').pipe(emailShape),
  phone: requiredText('Phone', 30).regex(/^[\d+ ()-]*$/, 'Phone may have digits, spaces, +, - and brackets.'),
  legalName: optionalText('Legal name', 120).refine(isSingleLine, 'Legal name must be one line.'),
  address: optionalText('Address', 300),
  grievanceOfficer: optionalText('Grievance officer', 300),
  gstin: optionalText('GSTIN', 15)
    .toUpperCase()
    .refine((text) => text === '' || isGstin(text), 'This is not a GSTIN: it has 15 characters, such as 27AAPFU0939F1ZV.'),
  socialUrl: webAddress('Instagram or other page'),
  socialUrl2: webAddress('Second page').default(''),
  socialUrl3: webAddress('Third page').default(''),
  chatUrl: webAddress('Chat'),
  whatsapp: onOrOff.default('off').describe('a question of a shopper on product and order pages, and messages of administrators, by hand'),
  whatsappNumber: optionalText('WhatsApp number', 30)
    .overwrite(normalizePhone)
    .refine((phone) => phone === '' || isMobile(phone), 'Enter an Indian mobile number, such as 98765 43210.')
    .default(''),
  whatsappHours: optionalText('WhatsApp hours', 60).refine(isSingleLine, 'WhatsApp hours must be one line.').default(''),
  logo: brandImage.describe('shown in place of the name in the header'),
  icon: brandImage.describe('of browser tabs and home screens'),
  googleTag: verificationTag('Google'),
  metaTag: verificationTag('Meta'),
  pinterestTag: verificationTag('Pinterest'),
})

const shopSettings = shopFields.refine(({ whatsapp, whatsappNumber }) => whatsapp === 'off' || whatsappNumber !== '', {
  path: ['whatsappNumber'],
  error: 'Enter the number, or switch WhatsApp off.',
})

/** Rupees; 0 for values of an older version, which do not have it. */
const noLimitAt0 = (label: string, max = 100_000_000) => wholeNumber({ label, min: 0, max }).default(0)

/** The figures of policies, product pages, mails and feeds. */
const policySettings = z.object({
  dispatchHours: range({ label: 'Dispatch', min: 1, max: 240 }),
  deliveryDays: range({ label: 'Delivery', min: 1, max: 30 }).describe('from the order date'),
  returnWindowDays: wholeNumber({ label: 'Return window', min: 7, max: 90 }).describe('days after the delivery'),
  reverseShippingFeeRupees: wholeNumber({ label: 'Return fee', min: 0, max: 500 }),
  pickupWorkingDays: range({ label: 'Pickup of returns', min: 1, max: 15 }),
  prepaidRefundWorkingDays: range({ label: 'Refund of prepaid orders', min: 1, max: 7 }),
  prepaidRefundShowsDays: range({ label: 'Refund shown by the bank', min: 1, max: 14 }),
  codRefundWorkingDays: wholeNumber({ label: 'Refund of orders on delivery', min: 1, max: 14 }),
  refusedAdvance: z
    .enum(['refunded', 'kept'], { error: 'Choose an answer of the list.' })
    .default('refunded')
    .describe('the advance of an order on delivery whose parcel is refused'),
  undeliveredFreightRupees: noLimitAt0('Freight of undelivered parcels', 500).describe(
    'kept of a prepaid order whose parcel comes back undelivered; 0: all is refunded',
  ),
  shippingChargeRupees: noLimitAt0('Shipping charge', chargeLimits.rupees).describe('of orders below `freeShippingFromRupees`'),
  freeShippingFromRupees: noLimitAt0('Amount of free shipping', chargeLimits.freeFromRupees).describe(
    'what the items cost after discounts; 0: no amount makes shipping free',
  ),
  codChargeRupees: noLimitAt0('Charge for cash on delivery', chargeLimits.rupees).describe('beside the charge for shipping'),
  shippingByPin: onOrOff.default('off').describe('whether rules of PIN codes have shipping charges of their own'),
  exchanges: onOrOff.default('off').describe('other sizes and colours for returned items'),
  exchangesSent: z
    .enum(['received', 'accepted'], { error: 'Choose an answer of the list.' })
    .default('received')
    .describe('when the order with the new items is placed: after the returned items have reached the shop, or at once'),
  exchangeFee: z
    .enum(['waived', 'link'], { error: 'Choose an answer of the list.' })
    .default('waived')
    .describe('the return fee of an exchange; link: the shopper pays it online before the new items are packed'),
  exchangesAccepted: onOrOff
    .default('off')
    .describe('accepts exchanges by itself that are asked for in time, of items that are neither faulty nor wrong, and in stock'),
})

const cap = (label: string) => wholeNumber({ label, min: 1, max: 100_000_000 })

/** How much may be ordered on delivery or held for guests who pay online, and what happens to unusual orders. */
const orderSettings = z
  .object({
    codOrderMaxItems: cap('Items of an order'),
    codOrderMaxRupees: cap('Amount of an order'),
    codDailyMaxItems: cap('Unconfirmed items a day'),
    codDailyMaxRupees: cap('Unconfirmed amount a day'),
    codDailyMaxPlacedItems: cap('Items a day'),
    codDailyMaxPlacedRupees: cap('Amount a day'),
    codProductMaxPercent: wholeNumber({ label: 'Share of a product', min: 1, max: 100 }),
    guestHoldMaxCheckouts: wholeNumber({ label: 'Open payments of a guest', min: 1, max: 100 }),
    guestHoldIpMaxCheckouts: wholeNumber({ label: 'Open payments of a connection', min: 1, max: 10_000 }),
    guestHoldMinutes: wholeNumber({ label: 'Reserved minutes', min: 5, max: 60 }),
    refundSpeed: z
      .enum(['normal', 'optimum'], { error: 'Choose a speed of the list.' })
      .describe('optimum: at once where the bank can, for a fee of the provider'),
    confirmationReminderHours: wholeNumber({ label: 'Reminder', min: 1, max: 168 }),
    confirmationReleaseHours: wholeNumber({ label: 'Cancellation', min: 0, max: 720 }).describe('after the reminder; 0: never'),
    codOffered: onOrOff.describe('cash on delivery, for orders that shoppers and guests place'),
    codMinRupees: noLimitAt0('Smallest order on delivery'),
    codMaxRupees: noLimitAt0('Largest order on delivery').describe('refused as `cod_not_offered`; 0: none. Beside the cap of one order'),
    codConfirmation: z
      .enum(['unusual', 'first', 'all'], { error: 'Choose an answer of the list.' })
      .default('unusual')
      .describe('which orders on delivery are confirmed by their link; first: of a person who has not received or paid for any order'),
    purchaseReports: z
      .enum(['off', ...reportRecipients], { error: 'Choose an answer of the list.' })
      .default('off')
      .describe('which advertising companies are told about purchases, with the consent of the shopper'),
  })
  .refine(({ codMinRupees: min, codMaxRupees: max }) => max === 0 || min <= max, {
    path: ['codMaxRupees'],
    error: 'The largest order on delivery must not be smaller than the smallest one.',
  })

const mailSettings = z.object({
  greeting: optionalText('Greeting', 60)
    .refine(isSingleLine, 'Greeting must be one line.')
    .describe('before the name; empty: the usual one of each mail'),
  signature: optionalText('Signature', 300).describe('under each mail'),
  cartReminders: z
    .enum(['on', 'off'], { error: 'Choose on or off.' })
    .default('off')
    .describe('reminders of carts, to shoppers who have agreed to marketing emails'),
  dailyOrders: onOrOff.describe('the daily mail to the shop: orders and takings of yesterday'),
  dailyWaiting: onOrOff.describe('the daily mail to the shop: orders that wait'),
  dailyProblems: onOrOff.describe('the daily mail to the shop: what does not work'),
})

const documentPrefix = (label: string) =>
  z
    .string({ error: `${label} must be a text.` })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,3}$/, `${label} must be 1 to 3 letters or digits, such as LL.`)

/** Invoices and credit notes. Name, address and GSTIN are those of the shop. */
const taxSettings = z
  .object({
    invoicePrefix: documentPrefix('Prefix of invoices').describe('before the year and the number; another one starts a series at 1'),
    creditPrefix: documentPrefix('Prefix of credit notes'),
    registration: z
      .enum(['regular', 'composition'], { error: 'Choose an answer of the list.' })
      .describe('composition: bills of supply without tax'),
    longHsnCodes: onOrOff
      .default('off')
      .describe('a turnover above ₹5 crore: invoices wait until all their HSN codes have 6 digits or more'),
    signatory: optionalText('Signatory', 120).refine(isSingleLine, 'Signatory must be one line.'),
    signature: brandImage.describe('picture of the signature'),
    attachInvoice: onOrOff.default('off').describe('as a PDF of the mail that the order is delivered'),
  })
  .refine(({ invoicePrefix, creditPrefix }) => invoicePrefix !== creditPrefix, {
    path: ['creditPrefix'],
    error: 'Invoices and credit notes must have different prefixes.',
  })

const centimetres = (label: string) => wholeNumber({ label, min: 1, max: 200 })

/** Parcels without a weight or box of their own, and what couriers ask for in their files of bookings. */
const parcelSettings = z.object({
  itemWeightGrams: wholeNumber({ label: 'Weight of an item', min: 1, max: 100_000 }),
  packagingGrams: wholeNumber({ label: 'Weight of the packaging', min: 0, max: 20_000 }),
  boxLengthCm: centimetres('Length'),
  boxBreadthCm: centimetres('Breadth'),
  boxHeightCm: centimetres('Height'),
  pickupName: optionalText('Pickup location', 60)
    .refine(isSingleLine, 'Pickup location must be one line.')
    .describe('as it is named at the courier'),
  codLimitRupees: wholeNumber({ label: 'Largest amount to collect', min: 1, max: 1_000_000 })
    .default(50_000)
    .describe('more is not booked at the courier'),
  pickupHour: wholeNumber({ label: 'Hour of the pick-up', min: 0, max: 23 })
    .default(0)
    .describe('of the day in India, from which the courier is asked to collect booked parcels; 0: it is not asked'),
  courierHours: range({ label: 'Hours of the courier', min: 0, max: 24 })
    .default([8, 20])
    .describe('of the day in India, in which it is told what to do with parcels that it could not deliver'),
  blueDartArea: optionalText('Billing area of Blue Dart', 10).refine(isSingleLine, 'Billing area must be one line.'),
  blueDartCustomer: optionalText('Customer code of Blue Dart', 20).refine(isSingleLine, 'Customer code must be one line.'),
  ownColumns: optionalText('Columns of my own', bookingLimits.templateLength)
    .superRefine((template, context) => {
      const parsed = parseBookingTemplate(template)
      if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem })
    })
    .describe('a line for each column: heading = value, with names of fields in braces'),
})

const accentNames = Object.keys(accents) as (keyof typeof accents)[]
const groundNames = Object.keys(grounds) as (keyof typeof grounds)[]

const colourSettings = z.object({
  accent: z.enum(accentNames, { error: 'Choose a colour of the list.' }),
  ground: z.enum(groundNames, { error: 'Choose a colour of the list.' }),
})

/** The groups of settings that administrators change. Each one is saved, published and taken back as a whole. */
export const settingGroups = {
  shop: shopSettings,
  'front-page': frontPageSettings,
  texts: shopTextSettings,
  policies: policySettings,
  'policy-texts': policyTextSettings,
  orders: orderSettings,
  mails: mailSettings,
  tax: taxSettings,
  parcels: parcelSettings,
  colours: colourSettings,
} as const

export type SettingGroup = keyof typeof settingGroups
export const settingGroupNames = Object.keys(settingGroups) as SettingGroup[]

export type ShopSettings = { readonly [Group in SettingGroup]: z.output<(typeof settingGroups)[Group]> }
