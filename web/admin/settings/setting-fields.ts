import { bookingFields, bookingLimits } from '#contract/settings/booking-formats.ts'
import { accents, grounds } from '#contract/settings/colours.ts'
import type { SettingGroup, ShopSettings } from '#contract/settings/setting-groups.ts'
import { policyTextFields, shopTextFields } from './own-text-fields.ts'
import { purchaseReportField } from './purchase-report-field.ts'
import type { SettingField } from './setting-field.ts'

/** The groups whose fields are listed here. The front page has a form of its own. */
export type PlainGroup = Exclude<SettingGroup, 'front-page'>

type Fields<Group extends PlainGroup> = { readonly [Name in keyof ShopSettings[Group]]: SettingField }

const toChoices = (list: Readonly<Record<string, { readonly name: string }>>) =>
  Object.entries(list).map(([value, { name }]) => [value, name] as const)

const onOrOff = [
  ['on', 'On'],
  ['off', 'Off'],
] as const

/** The fields of each group, in their order on the screen. */
export const settingFields: { readonly [Group in PlainGroup]: Fields<Group> } = {
  shop: {
    name: { kind: 'text', label: 'Name' },
    logo: {
      kind: 'image',
      image: 'logo',
      label: 'Logo',
      hint: 'In place of the name in the header. A PNG with a transparent ground; a very dark or very light one is shown on a plain ground.',
    },
    icon: { kind: 'image', image: 'icon', label: 'Icon', hint: 'A square of at least 512 pixels, for browser tabs and home screens.' },
    description: {
      kind: 'area',
      label: 'Description',
      hint: 'For search engines and shared links. Empty: made from the categories.',
      isOptional: true,
    },
    frontTitle: {
      kind: 'text',
      label: 'Front page title',
      hint: 'In browser tabs, search results and shared links. Empty: the name, then “Everyday clothing” and what shipping costs.',
      isOptional: true,
    },
    email: { kind: 'text', label: 'Email' },
    phone: { kind: 'text', label: 'Phone' },
    legalName: { kind: 'text', label: 'Legal name', hint: 'Who the contract is with.', isOptional: true },
    address: {
      kind: 'area',
      label: 'Address',
      hint: 'Of the policy pages, documents and printed orders.',
      isOptional: true,
    },
    gstin: { kind: 'text', label: 'GSTIN', isOptional: true },
    grievanceOfficer: { kind: 'area', label: 'Grievance officer', hint: 'Name and contact.', isOptional: true },
    socialUrl: { kind: 'text', label: 'Instagram or other page', isOptional: true },
    socialUrl2: { kind: 'text', label: 'Second page', hint: 'Such as https://www.youtube.com/@myshop', isOptional: true },
    socialUrl3: { kind: 'text', label: 'Third page', isOptional: true },
    chatUrl: { kind: 'text', label: 'Chat', hint: 'Such as https://wa.me/919876543210', isOptional: true },
    whatsapp: {
      kind: 'choice',
      label: 'WhatsApp',
      hint: 'Product and order pages link to your number, and orders, returns and refunds get a button that opens WhatsApp with a message to the customer. The shop itself sends nothing.',
      choices: onOrOff,
    },
    whatsappNumber: { kind: 'text', label: 'WhatsApp number', hint: 'An Indian mobile number.', isOptional: true },
    whatsappHours: {
      kind: 'text',
      label: 'WhatsApp hours',
      hint: 'Shown under the link, such as Mon to Sat, 9:00 to 20:00',
      isOptional: true,
    },
    googleTag: { kind: 'text', label: 'Google Search Console code', isOptional: true },
    metaTag: { kind: 'text', label: 'Meta domain code', isOptional: true },
    pinterestTag: { kind: 'text', label: 'Pinterest code', isOptional: true },
  },
  texts: shopTextFields,
  'policy-texts': policyTextFields,
  policies: {
    dispatchHours: { kind: 'range', label: 'Dispatch, in hours' },
    deliveryDays: { kind: 'range', label: 'Delivery, in days from the order' },
    returnWindowDays: { kind: 'number', label: 'Return window, in days after delivery', hint: 'At least 7.' },
    reverseShippingFeeRupees: { kind: 'number', label: 'Return fee, in rupees' },
    pickupWorkingDays: { kind: 'range', label: 'Pickup of returns, in working days' },
    prepaidRefundWorkingDays: { kind: 'range', label: 'Refund of prepaid orders, in working days' },
    prepaidRefundShowsDays: { kind: 'range', label: 'Until the bank shows it, in days' },
    codRefundWorkingDays: { kind: 'number', label: 'Refund of orders on delivery, in working days' },
    refusedAdvance: {
      kind: 'choice',
      label: 'The advance of an order on delivery whose parcel is refused',
      hint: 'It is said before an advance is paid. Orders that were paid before keep what was said then.',
      choices: [
        ['refunded', 'Is refunded'],
        ['kept', 'Stays with the shop'],
      ],
    },
    undeliveredFreightRupees: {
      kind: 'number',
      label: 'Kept of a prepaid order whose parcel comes back undelivered, in rupees',
      hint: '0: all is refunded. Another amount is on the cancellation page.',
    },
    shippingChargeRupees: {
      kind: 'number',
      label: 'Shipping charge of an order, in rupees',
      hint: '0: free on every order. Pages, feeds and search engines say what it is. It is on the invoice with the tax of the items.',
    },
    freeShippingFromRupees: {
      kind: 'number',
      label: 'Free shipping from, in rupees',
      hint: 'What the items cost after discounts. 0: no amount makes shipping free.',
    },
    codChargeRupees: {
      kind: 'number',
      label: 'Charge for cash on delivery, in rupees',
      hint: 'Beside the shipping charge. Authorities have called such charges unfair: 0 is the safe choice.',
    },
    shippingByPin: {
      kind: 'choice',
      label: 'Other shipping charges by PIN code',
      hint: 'As the rules under Orders, Delivery say.',
      choices: onOrOff,
    },
    exchanges: {
      kind: 'choice',
      label: 'Exchange for another size or colour',
      hint: 'For items of the same style at the same price. Policy and product pages say so.',
      choices: onOrOff,
    },
    exchangesSent: {
      kind: 'choice',
      label: 'The new item of an exchange is sent',
      choices: [
        ['received', 'After the returned one has reached you'],
        ['accepted', 'At once, when the exchange is accepted'],
      ],
    },
    exchangeFee: {
      kind: 'choice',
      label: 'The return fee of an exchange',
      hint: 'A link needs online payments. The new item is packed after the fee is paid.',
      choices: [
        ['waived', 'Is waived'],
        ['link', 'Is paid by a link'],
      ],
    },
    exchangesAccepted: {
      kind: 'choice',
      label: 'Accept exchanges by itself',
      hint: 'Those that are asked for in time and are in stock. You decide about faulty and wrong items.',
      choices: onOrOff,
    },
  },
  orders: {
    codOffered: { kind: 'choice', label: 'Cash on delivery', hint: 'For single areas: Delivery, beside Shipments.', choices: onOrOff },
    codConfirmation: {
      kind: 'choice',
      label: 'Orders on delivery that are confirmed by the link in their email',
      choices: [
        ['unusual', 'Unusual ones'],
        ['first', 'Unusual ones, and all of a person who has not received an order yet'],
        ['all', 'All'],
      ],
    },
    purchaseReports: purchaseReportField,
    codMinRupees: { kind: 'number', label: 'Cash on delivery from an amount of, in rupees', hint: '0: any amount.' },
    codMaxRupees: { kind: 'number', label: 'Cash on delivery up to an amount of, in rupees', hint: '0: up to the cap below.' },
    codOrderMaxItems: { kind: 'number', label: 'Items in one order on delivery' },
    codOrderMaxRupees: { kind: 'number', label: 'Amount of one order on delivery, in rupees' },
    codDailyMaxItems: { kind: 'number', label: 'Unconfirmed items of one source in a day' },
    codDailyMaxRupees: { kind: 'number', label: 'Unconfirmed amount of one source in a day, in rupees' },
    codDailyMaxPlacedItems: { kind: 'number', label: 'Items of one source in a day' },
    codDailyMaxPlacedRupees: { kind: 'number', label: 'Amount of one source in a day, in rupees' },
    codProductMaxPercent: { kind: 'number', label: 'Share of a product’s stock that one source can order, in per cent' },
    guestHoldMaxCheckouts: { kind: 'number', label: 'Open online payments of a guest’s phone or browser' },
    guestHoldIpMaxCheckouts: { kind: 'number', label: 'Open online payments of an internet connection of guests' },
    guestHoldMinutes: { kind: 'number', label: 'Items of a guest are reserved during payment, for minutes', hint: 'From 5 to 60.' },
    refundSpeed: {
      kind: 'choice',
      label: 'Refunds of online payments',
      choices: [
        ['normal', 'In 5 to 7 working days'],
        ['optimum', 'At once where the bank can, for a fee of the provider'],
      ],
    },
    confirmationReminderHours: { kind: 'number', label: 'Reminder of an unconfirmed order, after hours' },
    confirmationReleaseHours: { kind: 'number', label: 'Its cancellation, hours after the reminder', hint: '0: never.' },
  },
  mails: {
    greeting: { kind: 'text', label: 'Greeting', hint: 'Such as Namaste,', isOptional: true },
    signature: { kind: 'area', label: 'Signature', hint: 'Under each email to shoppers.', isOptional: true },
    cartReminders: {
      kind: 'choice',
      label: 'Reminder of a cart after four hours',
      hint: 'To shoppers who agree to it on their account page; one in seven days.',
      choices: onOrOff,
    },
    dailyOrders: { kind: 'choice', label: 'Daily email: orders and takings of yesterday', choices: onOrOff },
    dailyWaiting: { kind: 'choice', label: 'Daily email: orders that wait', choices: onOrOff },
    dailyProblems: { kind: 'choice', label: 'Daily email: payments, emails and backups that need you', choices: onOrOff },
  },
  tax: {
    invoicePrefix: {
      kind: 'text',
      label: 'Prefix of invoices',
      hint: 'Such as LL in LL/26-27/000123. Another prefix starts a series at 1. Invoices are issued when the shop has a GSTIN.',
      maxLength: 3,
    },
    creditPrefix: { kind: 'text', label: 'Prefix of credit notes', maxLength: 3 },
    registration: {
      kind: 'choice',
      label: 'Registration',
      hint: 'A shop under the composition scheme must not sell to another state. Add delivery rules for the states to which it does not deliver. Orders to another state are marked before they are packed.',
      choices: [
        ['regular', 'Regular: tax invoices'],
        ['composition', 'Composition scheme: bills of supply without tax'],
      ],
    },
    longHsnCodes: {
      kind: 'choice',
      label: 'Turnover above ₹5 crore a year: HSN codes of 6 digits',
      hint: 'Each invoice then waits until its products have such codes. Invoices to a GSTIN then also need an IRN and a QR code of the e-invoice portal, which the shop does not get.',
      choices: onOrOff,
    },
    signatory: { kind: 'text', label: 'Signatory', hint: 'Printed under each document.', isOptional: true },
    signature: { kind: 'image', image: 'signature', label: 'Signature', hint: 'A PNG with a transparent ground.' },
    attachInvoice: { kind: 'choice', label: 'Attach the invoice to the email about the delivery', choices: onOrOff },
  },
  parcels: {
    itemWeightGrams: {
      kind: 'number',
      label: 'Weight of an item, in grams',
      hint: 'Of products that say no weight, in categories that say none.',
    },
    packagingGrams: { kind: 'number', label: 'Weight of the packaging, in grams' },
    boxLengthCm: { kind: 'number', label: 'Length of the box, in cm', hint: 'Categories can have boxes of their own.' },
    boxBreadthCm: { kind: 'number', label: 'Breadth of the box, in cm' },
    boxHeightCm: { kind: 'number', label: 'Height of the box, in cm' },
    pickupName: {
      kind: 'text',
      label: 'Pickup location',
      hint: 'As Delhivery or Shiprocket names it. Empty: the name of the shop in files, and no bookings at Shiprocket.',
      maxLength: 60,
      isOptional: true,
    },
    codLimitRupees: {
      kind: 'number',
      label: 'Largest amount to collect, in rupees',
      hint: 'Orders with more to collect are not booked at Shiprocket from the desk.',
    },
    pickupHour: {
      kind: 'number',
      label: 'Hour of the pick-up',
      hint: 'Every day from this hour, such as 11, the courier is asked to collect parcels that were booked before it. 0: ask on its own page.',
    },
    courierHours: {
      kind: 'range',
      label: 'Hours of the courier, from and to',
      hint: 'In these it is told what to do with parcels that it could not deliver.',
    },
    blueDartArea: { kind: 'text', label: 'Billing area of Blue Dart', maxLength: 10, isOptional: true },
    blueDartCustomer: { kind: 'text', label: 'Customer code of Blue Dart', maxLength: 20, isOptional: true },
    ownColumns: {
      kind: 'area',
      label: 'Columns of my own',
      hint: `For another courier's file. A line for each column, such as: Consignee = {name}. Fields: ${Object.keys(bookingFields).join(', ')}.`,
      maxLength: bookingLimits.templateLength,
      isOptional: true,
    },
  },
  colours: {
    accent: { kind: 'choice', label: 'Buttons and stitches', choices: toChoices(accents) },
    ground: { kind: 'choice', label: 'Page', choices: toChoices(grounds) },
  },
}

export type FormValues = Record<string, string>

/** What the controls of a group show: a range is `name.0` and `name.1`. */
export function toFormValues({ group, value }: { group: PlainGroup; value: Readonly<Record<string, unknown>> }): FormValues {
  const entries = Object.entries<SettingField>(settingFields[group]).flatMap(([name, { kind }]) => {
    const stored = value[name]
    if (kind === 'range') return (stored as number[]).map((number, index) => [`${name}.${index}`, String(number)])
    return [[name, stored === null ? '' : String(stored)]]
  })
  return Object.fromEntries(entries)
}

/** Undefined for a text that is not a number, which the server refuses with a sentence. */
const toNumber = (text = ''): number | undefined => (text.trim() === '' ? undefined : Number(text.replaceAll(',', '')))

/** The value of a group from its form. */
export function toGroupValue({ group, values }: { group: PlainGroup; values: FormValues }): Record<string, unknown> {
  const entries = Object.entries<SettingField>(settingFields[group]).map(([name, { kind }]) => {
    if (kind === 'range') return [name, [toNumber(values[`${name}.0`]), toNumber(values[`${name}.1`])]]
    if (kind === 'number') return [name, toNumber(values[name])]
    if (kind === 'image') return [name, values[name] || null]
    return [name, values[name] ?? '']
  })
  return Object.fromEntries(entries)
}
