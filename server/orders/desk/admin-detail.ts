import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Database } from '../../database/schema.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { findPackingWarnings } from '../../tax/packing-warnings.ts'
import { listShownDocuments } from '../../tax/read-documents.ts'
import { readOrderCod } from '../customers/cod-persons.ts'
import { listNotes } from '../edits/order-notes.ts'
import { readOrderDetail } from '../lifecycle/order-detail.ts'
import { findUndoableTransition } from '../lifecycle/undo-transition.ts'
import { readOrderBookings } from '../order/courier-bookings.ts'
import { createAddressLinks, createConfirmationLinks, createPaymentLinks } from '../order/order-links.ts'
import { presentLine } from '../order/present.ts'
import { buildOrderPaths, createTrackingLinks, readLinkRevision } from '../order/tracking.ts'

interface AdminDetailOptions {
  readonly database: Database
  readonly trackingKey: Buffer
  readonly hasCardPayment?: () => boolean
  readonly shopSettings?: { readonly current: InvoiceSettings }
}

/** Reads orders as administrators see them. */
export function createAdminDetail({ database, trackingKey, shopSettings, hasCardPayment = () => false }: AdminDetailOptions) {
  const addressLinks = createAddressLinks({ key: trackingKey })
  const confirmationLinks = createConfirmationLinks({ key: trackingKey })
  const onlineLinks = createPaymentLinks({ key: trackingKey })
  const links = createTrackingLinks({ key: trackingKey })
  return async (id: string): Promise<AdminOrderDetail> => {
    const paymentLinks = hasCardPayment() ? onlineLinks : undefined
    const detail = await readOrderDetail({ database, id, addressLinks, confirmationLinks, paymentLinks, actor: 'admin' })
    const paths = buildOrderPaths({ links, orderId: id, revision: (await readLinkRevision({ database, orderId: id })) ?? 0 })
    const products = detail.lines.map((line) => ({ ...presentLine(line), line: line.line }))
    const undo = (await findUndoableTransition({ database, orderId: id })) ?? null
    const archived = await database.selectFrom('archived_orders').select('order_id').where('order_id', '=', id).executeTakeFirst()
    const cod = await readOrderCod({ database, trackingKey, orderId: id })
    const request = await database.selectFrom('invoice_requests').select('problem').where('order_id', '=', id).executeTakeFirst()
    const tax = { ...(await listShownDocuments({ database, orderId: id })), ...(request?.problem && { invoiceProblem: request.problem }) }
    const booking = (await readOrderBookings({ database, ids: [id] })).get(id)
    const settings = shopSettings?.current
    const issues = settings && { issuesInvoices: settings.shop.gstin !== '' }
    const { deliveryAddress: address, orderStatus: status } = detail
    const { documentName, ...manualPayment } = await readStoredDetails({ database, orderId: id })
    const warnings = settings ? await findPackingWarnings({ status: status as OrderStatus, address, documentName, settings }) : []
    return {
      ...detail,
      ...tax,
      ...issues,
      ...(warnings.length > 0 && { packingWarnings: warnings }),
      ...(documentName !== null && { documentName }),
      ...manualPayment,
      trackingLink: paths.tracking,
      ...(detail.orderStatus === 'Delivered' && { returnLink: paths.return }),
      ...(booking && { booking }),
      cod,
      products,
      notes: await listNotes({ database, orderId: id }),
      isArchived: archived !== undefined,
      undo,
    }
  }
}

async function readStoredDetails({ database, orderId }: { database: Database; orderId: string }) {
  const { document_name, manual_payment_reference, manual_payment_at, to_pay_back } = await database
    .selectFrom('orders')
    .select(['document_name', 'manual_payment_reference', 'manual_payment_at'])
    .select(
      sql<Paise>`(select coalesce(sum(amount_paise), 0)::bigint from payouts where order_id = orders.id and paid_at is null)`.as(
        'to_pay_back',
      ),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const day = manual_payment_at && toIndianDay(manual_payment_at)
  return {
    documentName: document_name,
    ...(day && { manualPaymentDetails: { reference: manual_payment_reference, day, toPayBack: toRupees(to_pay_back) } }),
  }
}
