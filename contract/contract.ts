import type { z } from 'zod'
import { accountCalls } from './accounts/account.ts'
import { addressBookCalls } from './accounts/address-book.ts'
import { apiKeyCalls } from './accounts/api-keys.ts'
import { privacyCalls } from './accounts/privacy.ts'
import { pushDevicesCalls } from './accounts/push-devices.ts'
import { secondFactorCalls } from './accounts/second-factor.ts'
import { staffCalls } from './accounts/staff.ts'
import { usersCalls } from './accounts/users.ts'
import { activityCalls } from './activity/activity.ts'
import { backupCalls } from './backups/backups.ts'
import { cartCalls } from './cart/cart.ts'
import { savedItemsCalls } from './cart/saved-items.ts'
import { adminProductsCalls } from './catalog/admin-products.ts'
import { categoriesCalls } from './catalog/categories.ts'
import { collectionsCalls } from './catalog/collections.ts'
import { facetsCalls } from './catalog/facets.ts'
import { feedsCalls } from './catalog/feeds.ts'
import { groupSalesCalls } from './catalog/group-sales.ts'
import { productPicturesCalls } from './catalog/pictures/product-pictures.ts'
import { productDetailsCalls } from './catalog/product-details.ts'
import { productSalesCalls } from './catalog/product-sales.ts'
import { productStatusCalls } from './catalog/product-status.ts'
import { productsCalls } from './catalog/products.ts'
import { sizeGuideCalls } from './catalog/size-guide.ts'
import { suggestionsCalls } from './catalog/suggestions.ts'
import { bulkEditCalls } from './catalog-admin/bulk-edit.ts'
import { productImportCalls } from './catalog-admin/product-import.ts'
import { skuChangeCalls } from './catalog-admin/sku-changes.ts'
import { contactCalls } from './contact/contact.ts'
import { ticketsCalls } from './contact/tickets.ts'
import { deliveryRulesCalls } from './delivery/delivery-rules.ts'
import { pinCodesCalls } from './delivery/pin-codes.ts'
import { buyerFiguresCalls } from './figures/buyer-figures.ts'
import { codeFiguresCalls } from './figures/code-figures.ts'
import { deliveryFiguresCalls } from './figures/delivery-figures.ts'
import { expensesCalls } from './figures/expenses.ts'
import { figuresCalls } from './figures/figures.ts'
import { funnelCalls } from './figures/funnel.ts'
import { moneyCalls } from './figures/money.ts'
import { profitCalls } from './figures/profit.ts'
import { sewingCalls } from './figures/sewing.ts'
import { sourceFiguresCalls } from './figures/source-figures.ts'
import { todayCalls } from './figures/today.ts'
import { firstDayCalls } from './first-day.ts'
import { restockCalls } from './inventory/restock.ts'
import { stockCalls } from './inventory/stock.ts'
import { offersCalls } from './offers/offers.ts'
import { adminOrdersCalls } from './orders/admin-orders.ts'
import { bookingFileCalls } from './orders/booking-file.ts'
import { codPersonsCalls } from './orders/cod-persons.ts'
import { courierBookingsCalls } from './orders/courier-bookings-calls.ts'
import { customerImportCalls } from './orders/customer-import.ts'
import { customersCalls } from './orders/customers.ts'
import { daySummaryCalls } from './orders/day-summary.ts'
import { failedDeliveriesCalls } from './orders/failed-deliveries.ts'
import { invoicesCalls } from './orders/invoices.ts'
import { orderDeskCalls } from './orders/order-desk.ts'
import { orderDraftsCalls } from './orders/order-drafts.ts'
import { orderEditsCalls } from './orders/order-edits.ts'
import { orderExportCalls } from './orders/order-export.ts'
import { orderLinksCalls } from './orders/order-links.ts'
import { orderPrintCalls } from './orders/order-print.ts'
import { ordersCalls } from './orders/orders.ts'
import { packingCalls } from './orders/packing.ts'
import { parcelsCalls } from './orders/parcels.ts'
import { pastOrdersCalls } from './orders/past-orders.ts'
import { phoneOrdersCalls } from './orders/phone-orders.ts'
import { shipmentsCalls } from './orders/shipments.ts'
import { pagesCalls } from './pages/pages.ts'
import { guestPaymentsCalls } from './payments/guest-payments.ts'
import { paymentsCalls } from './payments/payments.ts'
import { settlementsCalls } from './payments/settlements.ts'
import { payoutsCalls } from './payouts/payouts.ts'
import { redirectsCalls } from './redirects/redirects.ts'
import { restoresCalls } from './restores/restores.ts'
import { adminReturnsCalls } from './returns/admin-returns.ts'
import { callerReturnsCalls } from './returns/caller-returns.ts'
import { returnPicturesCalls } from './returns/return-pictures.ts'
import { returnsCalls } from './returns/returns.ts'
import { returnsBySizeCalls } from './returns/returns-by-size.ts'
import { frontPageCalls } from './settings/front-page.ts'
import { mailServerCalls } from './settings/mail-server.ts'
import { ownTextCalls } from './settings/own-texts.ts'
import { providerKeyCalls } from './settings/provider-keys.ts'
import { purchaseReportsCalls } from './settings/purchase-reports.ts'
import { settingsCalls } from './settings/settings.ts'
import { remittancesCalls } from './shipping/remittances.ts'
import { shopExportCalls } from './shop-export/shop-export.ts'
import { shopImportCalls } from './shop-import/shop-import.ts'
import { documentFilesCalls } from './tax/document-files.ts'
import { documentListCalls } from './tax/document-list.ts'
import { taxRateCalls } from './tax/tax-rate-calls.ts'
import { continueCalls } from './ucp/continue.ts'
import { visitsCalls } from './visits.ts'
import { programOrdersCalls } from './webhooks/program-orders.ts'
import { webhooksCalls } from './webhooks/webhooks.ts'

/** The whole API: each call with its route, who may call it, what it changes, and the schemas of its request and replies. */
export const contract = {
  ...accountCalls,
  ...activityCalls,
  ...adminOrdersCalls,
  ...adminProductsCalls,
  ...adminReturnsCalls,
  ...callerReturnsCalls,
  ...continueCalls,
  ...returnsBySizeCalls,
  ...addressBookCalls,
  ...apiKeyCalls,
  ...backupCalls,
  ...bulkEditCalls,
  ...skuChangeCalls,
  ...cartCalls,
  ...categoriesCalls,
  ...codPersonsCalls,
  ...collectionsCalls,
  ...contactCalls,
  ...customerImportCalls,
  ...customersCalls,
  ...daySummaryCalls,
  ...deliveryFiguresCalls,
  ...deliveryRulesCalls,
  ...documentFilesCalls,
  ...documentListCalls,
  ...expensesCalls,
  ...moneyCalls,
  ...profitCalls,
  ...facetsCalls,
  ...feedsCalls,
  ...figuresCalls,
  ...sourceFiguresCalls,
  ...codeFiguresCalls,
  ...buyerFiguresCalls,
  ...funnelCalls,
  ...firstDayCalls,
  ...guestPaymentsCalls,
  ...invoicesCalls,
  ...mailServerCalls,
  ...providerKeyCalls,
  ...purchaseReportsCalls,
  ...offersCalls,
  ...orderDeskCalls,
  ...packingCalls,
  ...orderEditsCalls,
  ...orderExportCalls,
  ...orderLinksCalls,
  ...bookingFileCalls,
  ...courierBookingsCalls,
  ...parcelsCalls,
  ...failedDeliveriesCalls,
  ...orderPrintCalls,
  ...ordersCalls,
  ...pagesCalls,
  ...pastOrdersCalls,
  ...paymentsCalls,
  ...payoutsCalls,
  ...settlementsCalls,
  ...restoresCalls,
  ...orderDraftsCalls,
  ...phoneOrdersCalls,
  ...pinCodesCalls,
  ...privacyCalls,
  ...productDetailsCalls,
  ...productImportCalls,
  ...productPicturesCalls,
  ...groupSalesCalls,
  ...productSalesCalls,
  ...productStatusCalls,
  ...productsCalls,
  ...pushDevicesCalls,
  ...suggestionsCalls,
  ...redirectsCalls,
  ...remittancesCalls,
  ...returnsCalls,
  ...returnPicturesCalls,
  ...settingsCalls,
  ...sewingCalls,
  ...frontPageCalls,
  ...ownTextCalls,
  ...restockCalls,
  ...savedItemsCalls,
  ...secondFactorCalls,
  ...shipmentsCalls,
  ...shopExportCalls,
  ...shopImportCalls,
  ...sizeGuideCalls,
  ...staffCalls,
  ...stockCalls,
  ...taxRateCalls,
  ...ticketsCalls,
  ...usersCalls,
  ...todayCalls,
  ...visitsCalls,
  ...webhooksCalls,
  ...programOrdersCalls,
}

export type Contract = typeof contract
export type CallName = keyof Contract

type NameByRoute = { [Name in CallName as Contract[Name]['route']]: Name }

/** Method and path of a call, such as `POST /cart/add`: how clients name it. The validator is not needed for that. */
export type Route = keyof NameByRoute

type Call<R extends Route> = Contract[NameByRoute[R]]

type Part<E, Key extends string> = E extends { readonly [K in Key]: infer S extends z.ZodType } ? z.input<S> : undefined

/** What a caller passes: only the parts that the call has. */
export type CallInput<R extends Route> = {
  [Key in 'params' | 'query' | 'headers' | 'body' as Call<R> extends { readonly [K in Key]: z.ZodType } ? Key : never]: Part<Call<R>, Key>
}

/** What a caller gets. */
export type CallReply<R extends Route> = Call<R>['reply'] extends infer Replies
  ? { [Status in keyof Replies]: Replies[Status] extends z.ZodType ? z.output<Replies[Status]> : never }[keyof Replies]
  : never
