/** How many entries a page or a list has. */

/** products on a page of every product listing */
export const productsPerPage = 7
/** `limit` of GET /products/getAll */
export const productsDefaultLimit = 20
export const productsMaxLimit = 100
/** products before the last page that a list shows: skipping them costs time */
export const maxProductOffset = 10_000
/** products of which the first-day list gives the number; more are "More than 1,000" */
export const maxCountedProducts = 1_000
/** sliced in the browser */
export const cardOrdersPerPage = 2
/** sliced by the server */
export const codOrdersPerPage = 10
/** orders of all kinds, sliced by the server */
export const myOrdersPerPage = 10
/** what administrators can choose in place of the usual number of rows */
export const moreRowsPerPage = [25, 50] as const
export const adminOrdersPerPage = 10
export const documentsPerPage = 50
export const adminUsersPerPage = 30
export const customersPerPage = 20
/** the most orders in a reply of GET /order/getorder, newest first */
export const maxCardOrders = 500
/** of a collection */
export const collectionProductsPerPage = 24
