import type { z } from 'zod'
import * as account from './accounts/account.ts'
import * as addressBook from './accounts/address-book.ts'
import * as privacy from './accounts/privacy.ts'
import * as secondFactor from './accounts/second-factor.ts'
import * as users from './accounts/users.ts'
import type { CallName } from './calls.ts'
import * as cart from './cart/cart.ts'
import * as savedItems from './cart/saved-items.ts'
import * as categories from './catalog/categories.ts'
import * as collections from './catalog/collections.ts'
import * as facets from './catalog/facets.ts'
import * as productPictures from './catalog/pictures/product-pictures.ts'
import * as productDetails from './catalog/product-details.ts'
import * as productSales from './catalog/product-sales.ts'
import * as productStatus from './catalog/product-status.ts'
import * as products from './catalog/products.ts'
import * as sizeGuides from './catalog/size-guide.ts'
import * as productChanges from './catalog-admin/bulk-edit.ts'
import * as productImport from './catalog-admin/product-import.ts'
import * as contact from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import * as restock from './inventory/restock.ts'
import * as customers from './orders/customers.ts'
import * as orderSummary from './orders/day-summary.ts'
import * as orderDesk from './orders/order-desk.ts'
import * as orderEdits from './orders/order-edits.ts'
import * as orderExport from './orders/order-export.ts'
import * as orderLinks from './orders/order-links.ts'
import * as orderPapers from './orders/order-print.ts'
import * as orders from './orders/orders.ts'
import * as phoneOrders from './orders/phone-orders.ts'
import * as payments from './payments/payments.ts'
import * as pinCodes from './pin-codes.ts'
import * as remittances from './shipping/remittances.ts'
import * as shipments from './shipping/shipments.ts'
import * as visits from './visits.ts'

const features = {
  ...account,
  ...addressBook,
  ...cart,
  ...categories,
  ...collections,
  ...contact,
  ...customers,
  ...facets,
  ...orderEdits,
  ...orderDesk,
  ...orderLinks,
  ...orderExport,
  ...orderPapers,
  ...orderSummary,
  ...orders,
  ...payments,
  ...phoneOrders,
  ...pinCodes,
  ...privacy,
  ...productChanges,
  ...productDetails,
  ...productImport,
  ...productPictures,
  ...productSales,
  ...productStatus,
  ...products,
  ...restock,
  ...remittances,
  ...savedItems,
  ...secondFactor,
  ...shipments,
  ...sizeGuides,
  ...users,
  ...visits,
}

export type Contract = Pick<typeof features, CallName>

/** The whole API. A call of the table without schemas in its feature's file is a type error. */
export const contract = features satisfies { readonly [Name in CallName]: Endpoint<Name> } as Contract

type Part<E, Key extends string, Direction extends 'input' | 'output'> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? Direction extends 'input'
    ? z.input<S>
    : z.output<S>
  : undefined

/** What a caller passes: only the parts that the call has. */
export type CallInput<Name extends CallName> = {
  [Key in 'params' | 'query' | 'headers' | 'body' as Contract[Name] extends { readonly [K in Key]: z.ZodType } ? Key : never]: Part<
    Contract[Name],
    Key,
    'input'
  >
}

/** What a caller gets. */
export type CallReply<Name extends CallName> = Contract[Name]['reply'] extends infer R
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.output<R[Status]> : never }[keyof R]
  : never
