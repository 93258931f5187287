import { type RawBuilder, sql } from 'kysely'
import { indianTime, rupees, type TableFile, yes } from './table-file.ts'

const address = (field: string) => sql`orders.delivery_address ->> ${sql.lit(field)}`

const isFirst = sql`row_number() over (partition by orders.id order by lines.line) = 1`
/** An amount of the whole order: in its first line only, so that the sum of the column is right. */
const once = (value: RawBuilder<unknown>) => sql`case when ${isFirst} then ${value} end`

const charge = (source: string) =>
  once(
    sql`(select sum(amount_paise) / 100.0 from order_adjustments where order_id = orders.id and kind = 'fee' and source = ${sql.lit(source)})::float8`,
  )

/** A column of the tax documents: invoices less credit notes. */
const documents = (column: string) =>
  once(sql`(
    select sum(case kind when 'credit note' then - ${sql.ref(column)} else ${sql.ref(column)} end) / 100.0 from documents where order_id = orders.id
  )::float8`)

const written = (condition: RawBuilder<unknown>) =>
  sql`(select string_agg(written, '; ' order by issued_at) from documents where order_id = orders.id and ${condition})`

const discountOfLine = (source: RawBuilder<unknown>) => sql`(
  select -sum(amount_paise) / 100.0 from order_adjustments
  where order_id = orders.id and line = lines.line and kind = 'discount' and ${source}
)::float8`

/** The headings that exports of the order list have are the same here. */
export const orderFile: TableFile = {
  name: 'orders.csv',
  about:
    'One line for each item of an order. Amounts of the whole order are in its first line only. The items of an exchange are no sale: they were paid with the returned ones.',
  table: 'orders',
  key: 'id',
  joins: sql`
    left join order_lines as lines on lines.order_id = orders.id
    left join product_sizes as sizes on sizes.product_id = lines.product_id and sizes.size = lines.size
    left join products on products.id = lines.product_id
  `,
  order: sql`, lines.line`,
  columns: {
    Order: sql`orders.number`,
    'Placed (IST)': indianTime(sql`placed_at`),
    Status: sql`orders.status`,
    Type: sql`case when exchange_return_id is null then orders.kind else 'exchange' end`,
    Payment: sql`payment_status`,
    'First name': address('firstName'),
    'Last name': address('lastName'),
    Address: address('address'),
    Landmark: address('landmark'),
    City: address('city'),
    State: address('state'),
    'PIN code': address('pinCode'),
    Phone: address('phone'),
    Email: address('email'),
    Account: sql`(select name from users where users.id = orders.user_id)`,
    Product: sql`lines.name`,
    'Product handle': sql`coalesce(products.handle, products.id::text)`,
    SKU: sql`sizes.sku`,
    Size: sql`lines.size`,
    Quantity: sql`lines.quantity`,
    Price: rupees(sql`lines.price_paise`),
    Discount: discountOfLine(sql`source <> 'exchange'`),
    'Paid with returned items': discountOfLine(sql`source = 'exchange'`),
    Cost: rupees(sql`lines.cost_paise`),
    'Order total': once(rupees(sql`total_paise`)),
    'Shipping charge': charge('shipping'),
    'Cash on delivery charge': charge('cash_on_delivery'),
    'Exchange fee': charge('exchange_fee'),
    'To pay': once(rupees(sql`to_pay_paise`)),
    'Offer codes': once(sql`(
      select string_agg(distinct label_code, '; ') from order_adjustments where order_id = orders.id and kind = 'discount' and source = 'offer'
    )`),
    Paid: once(rupees(sql`paid_paise`)),
    'Cash to collect': once(rupees(sql`collect_paise`)),
    Refunded: once(rupees(sql`refunded_paise`)),
    'Payment ids': once(sql`(
      select string_agg(provider_payment_id, '; ' order by created_at) from payments where order_id = orders.id and status = 'paid'
    )`),
    'Paid to the shop by': once(sql`manual_payment`),
    'Reference of the payment': once(sql`nullif(manual_payment_reference, '')`),
    'Taken away': once(yes(sql`is_taken_away`)),
    Invoice: once(written(sql`kind <> 'credit note'`)),
    'Credit notes': once(written(sql`kind = 'credit note'`)),
    'Taxable value': documents('taxable_paise'),
    CGST: documents('cgst_paise'),
    'SGST or UTGST': documents('sgst_paise'),
    IGST: documents('igst_paise'),
    Couriers: once(sql`(
      select string_agg(courier, '; ' order by created_at) from shipments where order_id = orders.id and direction = 'forward'
    )`),
    'Tracking numbers': once(sql`(
      select string_agg(tracking_number, '; ' order by created_at) from shipments where order_id = orders.id and direction = 'forward'
    )`),
    'Delivered (IST)': once(sql`(
      select to_char(max(happened_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') from order_events
      where order_id = orders.id and event = 'Delivered' and not internal
    )`),
    Note: once(sql`nullif(shopper_note, '')`),
    Gift: once(yes(sql`is_gift`)),
    'Internal notes': once(sql`(select string_agg(text, '; ' order by id) from order_notes where order_id = orders.id)`),
  },
}
