/**
 * Names of the columns in lower case: of this shop's exports, of Shopify's `orders_export.csv`, and of the usual exports of WooCommerce. The first one with
 * a value counts.
 */
const names = {
  number: ['order', 'order number', 'order_number', 'order #', 'order no', 'order no.', 'order name', 'number', 'order id', 'order_id'],
  placedOn: [
    ...['placed (ist)', 'created at', 'order date', 'order_date', 'date', 'date created', 'date_created', 'placed on', 'placed at'],
    ...['paid at', 'paid_date'],
  ],
  deliveredOn: ['delivered (ist)', 'delivered on', 'delivered at', 'delivery date', 'delivered'],
  cancelledOn: ['cancelled at'],
  status: ['status', 'order status', 'order_status', 'fulfillment status'],
  payment: ['payment', 'financial status', 'payment method title', 'payment_method_title', 'payment method', 'payment_method'],
  currency: ['currency', 'order_currency', 'order currency'],
  name: ['customer', 'customer name', 'billing name', 'shipping name', 'full name', 'customer_name'],
  firstName: [
    'first name',
    'billing_first_name',
    'shipping_first_name',
    'first name (billing)',
    'first name (shipping)',
    'billing first name',
  ],
  lastName: ['last name', 'billing_last_name', 'shipping_last_name', 'last name (billing)', 'last name (shipping)', 'billing last name'],
  phone: [
    ...['phone', 'billing phone', 'shipping phone', 'billing_phone', 'shipping_phone', 'phone (billing)', 'phone (shipping)', 'mobile'],
    ...['customer phone', 'contact number'],
  ],
  email: ['email', 'e-mail', 'billing_email', 'customer_email', 'email (billing)', 'billing email', 'customer email', 'email address'],
  address: [
    ...['address', 'shipping address1', 'billing address1', 'shipping_address_1', 'billing_address_1', 'address 1&2 (shipping)'],
    ...['address 1&2 (billing)', 'shipping street', 'billing street', 'shipping address'],
  ],
  address2: ['landmark', 'shipping address2', 'shipping_address_2', 'billing_address_2'],
  city: ['city', 'shipping city', 'billing city', 'shipping_city', 'billing_city', 'city (shipping)', 'city (billing)'],
  pinCode: [
    ...['pin code', 'shipping zip', 'billing zip', 'shipping_postcode', 'billing_postcode', 'postcode (shipping)', 'postcode (billing)'],
    ...['pincode', 'zip', 'postcode'],
  ],
  total: ['to pay', 'total', 'order total', 'order_total', 'order total amount', 'total amount', 'amount', 'net sales'],
  refunded: ['refunded', 'refunded amount', 'order refund amount', 'refund_total', 'total_refunded'],
  itemName: ['product', 'lineitem name', 'item name', 'item_name', 'product name', 'product_name'],
  itemSize: ['size', 'item size', 'product variation'],
  itemSku: ['sku', 'lineitem sku', 'item_sku', 'item sku'],
  itemQuantity: ['quantity', 'lineitem quantity', 'item_quantity', 'quantity (- refund)', 'item quantity', 'qty'],
  itemPrice: ['price', 'lineitem price', 'item cost', 'item_price', 'item price'],
  /** several items in one cell */
  items: ['items', 'product(s)', 'products', 'line_items', 'line items'],
} as const
export type PastOrderField = keyof typeof names

/** The columns of each field of a file, in the order in which they are read. */
export type PastOrderColumns = Readonly<Record<PastOrderField, readonly number[]>> & {
  /** of files that have a column for each item */
  readonly lineItems: readonly number[]
}

/** Finds the columns of a file. In Shopify's the column Name is the number of the order, in others the customer. */
export function findPastOrderColumns(header: readonly string[]): PastOrderColumns {
  const typed = header.map((name) => name.trim().toLowerCase().replace(/\s+/g, ' '))
  const isShopify = typed.includes('lineitem name')
  const find = (known: readonly string[]) => known.map((name) => typed.indexOf(name)).filter((index) => index >= 0)
  const columns = Object.fromEntries(Object.entries(names).map(([field, known]) => [field, find(known)])) as Record<
    PastOrderField,
    number[]
  >
  if (isShopify) columns.number = find(['name'])
  else columns.name.push(...find(['name']))
  return { ...columns, lineItems: typed.flatMap((name, index) => (/^line_item_\d{1,3}$/.test(name) ? [index] : [])) }
}
