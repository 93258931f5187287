import { guestHolds } from '#contract/business.ts'
import { policy } from '#contract/limits/policy-numbers.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Settings } from '../settings.ts'

/** What the shop shows until an administrator changes it: the environment, and the texts and figures of the specification. */
export function toDefaultSettings(settings: Settings): ShopSettings {
  return {
    shop: {
      name: settings.STORE_NAME,
      description: settings.STORE_DESCRIPTION ?? '',
      email: settings.STORE_EMAIL,
      phone: settings.STORE_PHONE,
      legalName: '',
      address: settings.STORE_ADDRESS ?? '',
      grievanceOfficer: settings.STORE_GRIEVANCE_OFFICER ?? '',
      gstin: settings.STORE_GSTIN ?? '',
      socialUrl: settings.STORE_SOCIAL_URL,
      chatUrl: settings.STORE_CHAT_URL,
      logo: null,
      icon: null,
      googleTag: '',
      metaTag: '',
      pinterestTag: '',
    },
    'front-page': {
      headline: ['Simple cuts,', 'honest fabrics,', 'made to last.'],
      text: '',
      button: null,
      picture: null,
      video: null,
      announcement: null,
      rows: [],
    },
    policies: {
      dispatchHours: [...policy.dispatchHours],
      deliveryDays: [...policy.deliveryDays],
      returnWindowDays: policy.returnWindowDays,
      reverseShippingFeeRupees: policy.reverseShippingFeeRupees,
      pickupWorkingDays: [...policy.pickupWorkingDays],
      prepaidRefundWorkingDays: [...policy.prepaidRefundWorkingDays],
      prepaidRefundShowsDays: [...policy.prepaidRefundShowsDays],
      codRefundWorkingDays: policy.codRefundWorkingDays,
      refusedAdvance: policy.refusedAdvance,
      undeliveredFreightRupees: 0,
    },
    orders: {
      codOrderMaxItems: settings.COD_ORDER_MAX_ITEMS,
      codOrderMaxRupees: settings.COD_ORDER_MAX_RUPEES,
      codDailyMaxItems: settings.COD_DAILY_MAX_ITEMS,
      codDailyMaxRupees: settings.COD_DAILY_MAX_RUPEES,
      codDailyMaxPlacedItems: settings.COD_DAILY_MAX_PLACED_ITEMS,
      codDailyMaxPlacedRupees: settings.COD_DAILY_MAX_PLACED_RUPEES,
      codProductMaxPercent: settings.COD_PRODUCT_MAX_PERCENT,
      guestHoldMaxCheckouts: guestHolds.maxCheckouts,
      guestHoldIpMaxCheckouts: guestHolds.ipMaxCheckouts,
      guestHoldMinutes: guestHolds.minutes,
      refundSpeed: 'normal',
      confirmationReminderHours: settings.CONFIRMATION_REMINDER_HOURS,
      confirmationReleaseHours: settings.CONFIRMATION_RELEASE_HOURS,
      codOffered: 'on',
      codMinRupees: 0,
      codMaxRupees: 0,
      codConfirmation: 'unusual',
    },
    mails: { greeting: '', signature: '', cartReminders: 'off', dailyOrders: 'on', dailyWaiting: 'on', dailyProblems: 'on' },
    tax: {
      invoicePrefix: 'INV',
      creditPrefix: 'CN',
      registration: 'regular',
      longHsnCodes: 'off',
      signatory: '',
      signature: null,
      attachInvoice: 'off',
    },
    colours: { accent: 'madder', ground: 'cream' },
  }
}
