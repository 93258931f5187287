import { z } from 'zod'

/** Which advertising companies the shop tells about purchases. */
export const reportRecipients = ['meta', 'google', 'both'] as const
export type ReportRecipients = (typeof reportRecipients)[number]

export const recipientNames: Readonly<Record<ReportRecipients, string>> = {
  meta: 'Meta (Facebook and Instagram)',
  google: 'Google',
  both: 'Meta (Facebook and Instagram) and Google',
}

/** In each call by which a shopper orders. */
export const purchaseReportFields = {
  purchaseReport: z
    .enum(reportRecipients)
    .optional()
    .catch(undefined)
    .describe(
      'the shopper agrees that these advertising companies are told about the purchase. It counts only while the shop asks for the same',
    ),
}
