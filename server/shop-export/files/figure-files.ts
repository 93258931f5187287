import { sql } from 'kysely'
import { indianTime, rupees, type TableFile, yes } from './table-file.ts'

const ofOrder = sql`(select number from orders where orders.id = order_id)`
const ofUser = (column: string) => sql`(select name from users where users.id = ${sql.ref(column)})`

/** What figures are made of besides orders: sources, orders of assistants, consents for reports, expenses, settlements. */
export const figureFiles: readonly TableFile[] = [
  {
    name: 'order-sources.csv',
    about: 'Where the visits of orders of the last 90 days came from.',
    table: 'order_referrals',
    key: { id: 'number' },
    where: sql`order_id is not null`,
    columns: {
      Order: ofOrder,
      Source: sql`source`,
      Medium: sql`medium`,
      Campaign: sql`campaign`,
      Site: sql`host`,
      'Click parameter': sql`click_name`,
      'Click id': sql`click_id`,
      'Stored (IST)': indianTime(sql`stored_at`),
    },
  },
  {
    name: 'orders-of-assistants.csv',
    about: 'Orders that were placed from the checkout of an assistant.',
    table: 'ucp_orders',
    key: 'order_id',
    columns: {
      Order: ofOrder,
      Assistant: sql`agent_name`,
      'Profile of the assistant': sql`profile_url`,
      'Placed (IST)': indianTime(sql`created_at`),
    },
  },
  {
    name: 'purchase-reports.csv',
    about: 'Orders whose shoppers agree that advertising companies are told about them, and whether Meta was told.',
    table: 'purchase_reports',
    key: { id: 'number' },
    where: sql`order_id is not null`,
    columns: {
      Order: ofOrder,
      Companies: sql`recipients`,
      'Version of the text': sql`text_version`,
      'Agreed (IST)': indianTime(sql`agreed_at`),
      'Withdrawn (IST)': indianTime(sql`withdrawn_at`),
      'Report to Meta': sql`state`,
      Problem: sql`problem`,
    },
  },
  {
    name: 'expenses.csv',
    about: 'What the shop has spent beside goods.',
    table: 'expenses',
    key: 'id',
    columns: {
      Id: sql`id::text`,
      Day: sql`day::text`,
      For: sql`kind`,
      Amount: rupees(sql`amount_paise`),
      Note: sql`note`,
      'Entered by': ofUser('entered_by'),
    },
  },
  {
    name: 'freight-and-fees.csv',
    about: 'What a parcel and an online payment cost on average, in one line.',
    table: 'profit_rates',
    key: { version: 'number' },
    columns: {
      'Freight of a parcel': rupees(sql`freight_paise`),
      'Freight of a parcel that comes back': rupees(sql`return_freight_paise`),
      'Share of the provider in per cent': sql`(fee_bp / 100.0)::float8`,
    },
  },
  {
    name: 'settlements.csv',
    about: 'One line for each payment, refund or other entry of what payment providers have paid to the bank account.',
    table: 'settlement_rows',
    key: 'id',
    columns: {
      Day: sql`settled_on::text`,
      UTR: sql`utr`,
      Settlement: sql`settlement_id`,
      Provider: sql`provider`,
      Entry: sql`entity_id`,
      Kind: sql`kind`,
      Amount: rupees(sql`amount_paise`),
      'Fee with tax': rupees(sql`fee_paise`),
      'Tax in the fee': rupees(sql`tax_paise`),
      Deducted: rupees(sql`debit_paise`),
      Added: rupees(sql`credit_paise`),
      Matched: yes(sql`is_matched`),
      Note: sql`note`,
      'Explained by': ofUser('resolved_by'),
      'Explained (IST)': indianTime(sql`resolved_at`),
    },
  },
]
