import type { z } from 'zod'
import * as account from './account.ts'
import * as addressBook from './address-book.ts'
import type { CallName } from './calls.ts'
import * as cart from './cart.ts'
import * as categories from './categories.ts'
import * as collections from './collections.ts'
import * as contact from './contact.ts'
import * as customers from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import * as facets from './facets.ts'
import * as orderDesk from './order-desk.ts'
import * as orderEdits from './order-edits.ts'
import * as orderExport from './order-export.ts'
import * as orderLinks from './order-links.ts'
import * as orderPapers from './order-papers.ts'
import * as orderSummary from './order-summary.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as phoneOrders from './phone-orders.ts'
import * as pinCodes from './pin-codes.ts'
import * as privacy from './privacy.ts'
import * as productChanges from './product-changes.ts'
import * as productDetails from './product-details.ts'
import * as productImport from './product-import.ts'
import * as productPictures from './product-pictures.ts'
import * as productSales from './product-sales.ts'
import * as productStatus from './product-status.ts'
import * as products from './products.ts'
import * as remittances from './remittances.ts'
import * as restock from './restock.ts'
import * as savedItems from './saved-items.ts'
import * as secondFactor from './second-factor.ts'
import * as shipments from './shipments.ts'
import * as sizeGuides from './size-guide.ts'
import * as users from './users.ts'
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
