import { type RawBuilder, sql } from 'kysely'
import { indianTime, rupees, type TableFile, yes } from './table-file.ts'

const orderNumber = (id: RawBuilder<unknown>) => sql`(select number from orders where orders.id = ${id})`
const userName = (id: RawBuilder<unknown>) => sql`(select name from users where users.id = ${id})`

/** What has happened besides orders: money, documents, returns, messages. */
export const businessFiles: readonly TableFile[] = [
  {
    name: 'payments.csv',
    about: 'Online payments that were made, with their refunds.',
    table: 'payments',
    key: 'id',
    where: sql`status = 'paid'`,
    joins: sql`left join refunds on refunds.payment_id = payments.id`,
    order: sql`, refunds.created_at, refunds.id`,
    columns: {
      'Payment id': sql`payments.provider_payment_id`,
      Provider: sql`payments.provider`,
      Order: orderNumber(sql`payments.order_id`),
      'Begun (IST)': indianTime(sql`payments.created_at`),
      Amount: rupees(sql`payments.amount_paise`),
      'Refund id': sql`refunds.provider_refund_id`,
      'Refund amount': rupees(sql`refunds.amount_paise`),
      'Refund status': sql`refunds.status`,
      'Refund reason': sql`refunds.reason`,
      'Refund requested (IST)': indianTime(sql`refunds.created_at`),
    },
  },
  {
    name: 'cash-refunds.csv',
    about: 'Refunds that were paid in cash or by bank transfer.',
    table: 'cash_refunds',
    key: 'id',
    columns: {
      Order: orderNumber(sql`order_id`),
      Amount: rupees(sql`amount_paise`),
      Reason: sql`reason`,
      'Recorded (IST)': indianTime(sql`created_at`),
      'Recorded by': userName(sql`recorded_by`),
    },
  },
  {
    name: 'documents.csv',
    about: 'Invoices, bills of supply and credit notes. The documents themselves are under Documents in the shop, as PDF files by month.',
    table: 'documents',
    key: 'id',
    columns: {
      Number: sql`written`,
      Kind: sql`kind`,
      'Issued (IST)': indianTime(sql`issued_at`),
      Order: orderNumber(sql`order_id`),
      'Refers to': sql`(select written from documents as other where other.id = documents.refers_to)`,
      Reason: sql`reason`,
      Buyer: sql`buyer ->> 'name'`,
      'Place of supply': sql`place_of_supply`,
      'Taxable value': rupees(sql`taxable_paise`),
      CGST: rupees(sql`cgst_paise`),
      'SGST or UTGST': rupees(sql`sgst_paise`),
      IGST: rupees(sql`igst_paise`),
      Total: rupees(sql`total_paise`),
      Lines: sql`lines`,
    },
  },
  {
    name: 'returns.csv',
    about: 'One line for each item of a return or an exchange. Amounts of the whole return are in each of its lines.',
    table: 'returns',
    key: 'id',
    joins: sql`
      left join return_lines as lines on lines.return_id = returns.id
      left join order_lines as ordered on ordered.order_id = lines.order_id and ordered.line = lines.line
    `,
    order: sql`, lines.line`,
    columns: {
      Return: sql`returns.number`,
      Order: orderNumber(sql`returns.order_id`),
      Kind: sql`returns.kind`,
      State: sql`returns.state`,
      'Asked (IST)': indianTime(sql`asked_at`),
      'Accepted (IST)': indianTime(sql`accepted_at`),
      'Completed (IST)': indianTime(sql`settled_at`),
      Handover: sql`handover`,
      'Fault of the shop': yes(sql`is_fault`),
      Product: sql`ordered.name`,
      Size: sql`ordered.size`,
      Quantity: sql`lines.quantity`,
      Reason: sql`lines.reason`,
      'New size': sql`lines.new_size`,
      Restocked: sql`lines.restocked`,
      'Refund of the item': rupees(sql`lines.refund_paise`),
      Fee: rupees(sql`fee_paise`),
      'Refund of the return': rupees(sql`returns.refund_paise`),
      'Refund by transfer': rupees(sql`cash_paise`),
      'Reason of the rejection': sql`decline_reason`,
      Note: sql`nullif(returns.note, '')`,
    },
  },
  {
    name: 'tickets.csv',
    about: 'One line for each message of a ticket: what was written first, then the replies.',
    table: 'tickets',
    key: 'id',
    joins: sql`
      cross join lateral (
        select 0::bigint as id, 'shopper' as by, tickets.message as text, tickets.created_at as at, null::uuid as author
        union all select replies.id, replies.by, replies.text, replied_at, author_id from ticket_replies as replies where ticket_id = tickets.id
      ) as messages
    `,
    order: sql`, messages.id`,
    columns: {
      Ticket: sql`'T-' || tickets.number`,
      Kind: sql`kind`,
      State: sql`state`,
      Order: sql`nullif(order_number, '')`,
      Name: sql`tickets.name`,
      Email: sql`email`,
      Phone: sql`phone`,
      'Written (IST)': indianTime(sql`messages.at`),
      By: sql`messages.by`,
      Administrator: userName(sql`messages.author`),
      Message: sql`messages.text`,
      'Settled (IST)': indianTime(sql`settled_at`),
    },
  },
  {
    name: 'past-orders.csv',
    about: 'Orders of an earlier shop that were imported for history.',
    table: 'past_orders',
    key: 'id',
    columns: {
      Order: sql`number`,
      'Placed on': sql`placed_on::text`,
      'Delivered on': sql`delivered_on::text`,
      Status: sql`status`,
      Payment: sql`payment`,
      'Customer name': sql`name`,
      Phone: sql`phone`,
      Email: sql`email`,
      Address: sql`address`,
      Total: rupees(sql`total_paise`),
      Refunded: rupees(sql`refunded_paise`),
      Items: sql`(
        select string_agg(concat(item ->> 'quantity' || ' × ', item ->> 'name'), '; ' order by place)
        from jsonb_array_elements(items) with ordinality as listed (item, place)
      )`,
    },
  },
  {
    name: 'stock-movements.csv',
    about: 'Every change of the stock.',
    table: 'stock_movements',
    key: { id: 'number' },
    joins: sql`join products on products.id = stock_movements.product_id`,
    columns: {
      'Moved (IST)': indianTime(sql`moved_at`),
      Product: sql`products.name`,
      'Product handle': sql`coalesce(products.handle, products.id::text)`,
      Size: sql`size`,
      Change: sql`change`,
      'Stock after': sql`stock_after`,
      Cause: sql`cause`,
      Administrator: userName(sql`actor_id`),
      Note: sql`stock_movements.note`,
    },
  },
]
