import { sql } from 'kysely'
import { rupees, type TableFile } from './table-file.ts'

/**
 * Sums of days that cannot be counted again, because what they were counted from is deleted or was never stored. Other sums of days follow
 * from the orders of the export.
 */
export const dayFiles: readonly TableFile[] = [
  {
    name: 'sources-by-day.csv',
    about: 'Orders placed on a day by where they come from, without persons. Medium and campaign are as the link names them.',
    table: 'daily_order_sources',
    key: { day: 'day', kind: 'text', source: 'text', medium: 'text', campaign: 'text' },
    columns: {
      Day: sql`day::text`,
      Kind: sql`kind`,
      Source: sql`source`,
      Medium: sql`medium`,
      Campaign: sql`campaign`,
      Orders: sql`orders`,
      Cancelled: sql`cancelled`,
      'Refused or not delivered': sql`not_taken`,
      'Orders with returns': sql`returned`,
      Sales: rupees(sql`sold_paise`),
    },
  },
  {
    name: 'codes-by-day.csv',
    about: 'Orders placed on a day with the code of an offer.',
    table: 'daily_code_sales',
    key: { day: 'day', offer_id: 'uuid' },
    columns: {
      Day: sql`day::text`,
      Code: sql`(select code from offers where offers.id = offer_id)`,
      Orders: sql`orders`,
      Cancelled: sql`cancelled`,
      'Refused or not delivered': sql`not_taken`,
      'Orders with returns': sql`returned`,
      Sales: rupees(sql`sold_paise`),
      'Sales that came back': rupees(sql`returned_paise`),
    },
  },
  {
    name: 'buyers-by-day.csv',
    about: 'How many persons have ordered for the first time on a day, by where this order comes from, and what they have ordered since.',
    table: 'daily_buyers',
    key: { day: 'day', kind: 'text', source: 'text' },
    columns: {
      Day: sql`day::text`,
      Kind: sql`kind`,
      Source: sql`source`,
      Persons: sql`persons`,
      'With a second order': sql`again`,
      'Days to all second orders': sql`days_to_second::float8`,
      'Orders until now': sql`orders`,
      'Orders of no person': sql`unnamed`,
    },
  },
  {
    name: 'visits-by-day.csv',
    about: 'How many visits of a day have reached a step, or a later one: visit, product, cart, checkout.',
    table: 'daily_steps',
    key: { day: 'day', step: 'text' },
    columns: { Day: sql`day::text`, Step: sql`step`, Visits: sql`visits` },
  },
  {
    name: 'page-views-by-day.csv',
    about: 'How often a page of the shop was opened on a day.',
    table: 'visit_totals',
    key: { day: 'day' },
    columns: { Day: sql`day::text`, Visits: sql`visits` },
  },
  {
    name: 'product-views-by-day.csv',
    about: 'How often the page of a product was opened on a day.',
    table: 'daily_product_views',
    key: { day: 'day', product_id: 'uuid' },
    columns: {
      Day: sql`day::text`,
      'Product handle': sql`(select coalesce(handle, id::text) from products where products.id = product_id)`,
      Views: sql`views`,
    },
  },
  {
    name: 'assistants-by-day.csv',
    about: 'How often an assistant has read the shop on a day.',
    table: 'assistant_requests',
    key: { day: 'day', agent: 'text' },
    columns: { Day: sql`day::text`, Assistant: sql`agent`, Requests: sql`requests` },
  },
]
