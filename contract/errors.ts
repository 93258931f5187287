import { accountErrors } from './accounts/account-errors.ts'
import { backupErrors } from './backups/backup-errors.ts'
import { cartErrors } from './cart/cart-errors.ts'
import { catalogErrors } from './catalog/catalog-errors.ts'
import { importErrors } from './catalog-admin/import-errors.ts'
import { contactErrors } from './contact/contact-errors.ts'
import { deliveryErrors } from './delivery/delivery-errors.ts'
import { figureErrors } from './figures/figure-errors.ts'
import { inventoryErrors } from './inventory/inventory-errors.ts'
import { generalErrors } from './kernel/errors/general-errors.ts'
import { offerErrors } from './offers/offer-errors.ts'
import { orderErrors } from './orders/order-errors.ts'
import { pageErrors } from './pages/page-errors.ts'
import { paymentErrors } from './payments/payment-errors.ts'
import { redirectErrors } from './redirects/redirect-errors.ts'
import { restoreErrors } from './restores/restore-errors.ts'
import { returnErrors } from './returns/return-errors.ts'
import { settingsErrors } from './settings/settings-errors.ts'
import { shippingErrors } from './shipping/shipping-errors.ts'
import { shopExportErrors } from './shop-export/shop-export-errors.ts'
import { shopImportErrors } from './shop-import/shop-import-errors.ts'
import { taxErrors } from './tax/tax-errors.ts'
import { continueErrors } from './ucp/continue-errors.ts'
import { webhookErrors } from './webhooks/webhook-errors.ts'

/** Every error that a call can answer, by the code that programs read. */
export const errors = {
  ...generalErrors,
  ...accountErrors,
  ...catalogErrors,
  ...inventoryErrors,
  ...importErrors,
  ...settingsErrors,
  ...redirectErrors,
  ...pageErrors,
  ...deliveryErrors,
  ...cartErrors,
  ...offerErrors,
  ...orderErrors,
  ...paymentErrors,
  ...backupErrors,
  ...restoreErrors,
  ...shippingErrors,
  ...shopExportErrors,
  ...shopImportErrors,
  ...taxErrors,
  ...returnErrors,
  ...contactErrors,
  ...webhookErrors,
  ...figureErrors,
  ...continueErrors,
} as const

export type ErrorCode = keyof typeof errors

/** What the text of each code needs. */
export type ErrorParams = {
  [Code in ErrorCode]: (typeof errors)[Code]['text'] extends (params: infer Params) => string ? Params : object
}
