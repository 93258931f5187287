import { cutText } from '#contract/kernel/cut-text.ts'
import { purchaseReportTextVersion } from '#contract/kernel/limits/retention.ts'
import type { ReportRecipients } from '#contract/settings/purchase-report.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database, Transaction } from '../../database/schema.ts'

/** What a shopper agrees to: that these advertising companies are told about the purchase. */
export interface PurchaseReport {
  readonly recipients: ReportRecipients
  /** of the browser */
  readonly userAgent: string
}

interface Asked {
  /** what the request says */
  readonly agreed: ReportRecipients | undefined
  readonly settings: Pick<ShopSettings['orders'], 'purchaseReports'>
  readonly userAgent: string | undefined
}

/** UTF-16 units of a stored user agent. */
const maxUserAgent = 500

/** Undefined unless the shopper has agreed to what the shop asks for at the moment. */
export function readPurchaseReport({ agreed, settings, userAgent = '' }: Asked): PurchaseReport | undefined {
  if (agreed === undefined || agreed !== settings.purchaseReports) return undefined
  return { recipients: agreed, userAgent: cutText(userAgent.replace(/\p{Cc}/gu, ' '), maxUserAgent) || 'unknown' }
}

const toRow = ({ recipients, userAgent }: PurchaseReport) => ({
  recipients,
  user_agent: userAgent,
  text_version: purchaseReportTextVersion,
})

interface OfOrder {
  readonly trx: Transaction
  readonly orderId: string
  /** null for a guest */
  readonly userId: string | null
}

/** Stores that the shopper of an order agrees, in the transaction that inserts the order. */
export async function insertOrderReport({ trx, orderId, userId, report }: OfOrder & { report: PurchaseReport }): Promise<void> {
  await trx
    .insertInto('purchase_reports')
    .values({ ...toRow(report), order_id: orderId })
    .execute()
  await recordConsent({ trx, userId })
}

interface OfPayment {
  readonly trx: Transaction
  readonly paymentId: string
}

/** Stores what was answered with an online payment until the payment has an order. A later answer of the same payment replaces it. */
export async function setPaymentReport({ trx, paymentId, report }: OfPayment & { report: PurchaseReport | undefined }): Promise<void> {
  await trx.deleteFrom('purchase_reports').where('payment_id', '=', paymentId).execute()
  if (!report) return
  await trx
    .insertInto('purchase_reports')
    .values({ ...toRow(report), payment_id: paymentId })
    .execute()
}

/** The order of a payment has the answer of the payment. In the transaction that inserts the order. */
export async function moveReportToOrder({ trx, paymentId, orderId, userId }: OfPayment & OfOrder): Promise<void> {
  const moved = await trx
    .updateTable('purchase_reports')
    .set({ order_id: orderId })
    .where('payment_id', '=', paymentId)
    .returning('withdrawn_at')
    .executeTakeFirst()
  if (moved?.withdrawn_at === null) await recordConsent({ trx, userId })
}

/** Adds the decision to those of the account, unless it is the last one. */
async function recordConsent({ trx, userId }: Pick<OfOrder, 'trx' | 'userId'>): Promise<void> {
  if (userId === null) return
  const last = await trx
    .selectFrom('consents')
    .select('given')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'purchases')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.given) return
  await trx
    .insertInto('consents')
    .values({ user_id: userId, purpose: 'purchases', given: true, text_version: purchaseReportTextVersion, source: 'order' })
    .execute()
}

/** The companies that may be told about an order; undefined without a consent, or when it is withdrawn. */
export async function findRecipients({
  database,
  orderId,
}: {
  database: Database
  orderId: string
}): Promise<ReportRecipients | undefined> {
  const report = await database
    .selectFrom('purchase_reports')
    .select('recipients')
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return report?.recipients
}

/** Nothing more is said about an order. The consent of its account stays for other orders. */
export async function withdrawOrderReport({ database, orderId }: { database: Database; orderId: string }): Promise<void> {
  await database
    .updateTable('purchase_reports')
    .set({ withdrawn_at: new Date(), user_agent: '' })
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .execute()
}
