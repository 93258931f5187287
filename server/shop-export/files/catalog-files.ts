import { sql } from 'kysely'
import { indianTime, rupees, type TableFile, yes } from './table-file.ts'

const productHandle = sql`coalesce(products.handle, products.id::text)`

/** What an offer names, by what is the same in another shop: keys of categories, addresses of collections, handles of products. */
const scope = sql`jsonb_set(scope, '{ids}', coalesce(case scope ->> 'kind'
  when 'collections' then (
    select jsonb_agg(slug order by slug) from collections where scope -> 'ids' ? collections.id::text
  )
  when 'products' then (
    select jsonb_agg(${productHandle} order by products.id)
    from jsonb_array_elements_text(scope -> 'ids') as chosen (id) join products on products.id = chosen.id::uuid
  )
  else scope -> 'ids'
end, '[]'))`

/** What the catalogue has besides products, and the rules that an administrator has set. */
export const catalogFiles: readonly TableFile[] = [
  {
    name: 'categories.csv',
    about: 'The categories in the order of their keys. Position is their order in the shop.',
    table: 'categories',
    key: { key: 'text' },
    columns: {
      Key: sql`key`,
      Name: sql`name`,
      Keywords: sql`words`,
      Description: sql`description`,
      Position: sql`position`,
      Hidden: yes(sql`is_hidden`),
      Sizes: sql`array_to_string(sizes, '|')`,
      'Size guide': sql`size_guide`,
      'HSN code': sql`hsn_code`,
      Gender: sql`gender`,
      'Age group': sql`age_group`,
      'Size system': sql`size_system`,
      'Google category': sql`google_category`,
      'Weight of an item in grams': sql`item_weight_grams`,
      'Box in cm': sql`array_to_string(box_cm, ' x ')`,
      Picture: sql`image_key`,
      'Picture colour': sql`placeholder_color`,
      'Return rule': sql`return_rule`,
    },
  },
  {
    name: 'collections.csv',
    about: 'The collections. Address is the last part of their address.',
    table: 'collections',
    key: 'id',
    columns: {
      Address: sql`slug`,
      Title: sql`title`,
      Text: sql`text`,
      'Shown from': sql`shown_from::text`,
      'Shown until': sql`shown_until::text`,
      Picture: sql`image_key`,
      'Picture colour': sql`placeholder_color`,
    },
  },
  {
    name: 'collection-products.csv',
    about: 'The products of each collection in their order.',
    table: 'collections',
    key: 'id',
    joins: sql`
      join collection_products as members on members.collection_id = collections.id
      join products on products.id = members.product_id and products.status <> 'deleted'
    `,
    order: sql`, members.position, products.id`,
    columns: { Collection: sql`slug`, 'Product handle': productHandle, Position: sql`members.position` },
  },
  {
    name: 'sales.csv',
    about: 'Sale prices that are planned or running.',
    table: 'product_sales',
    key: 'id',
    where: sql`state <> 'over'`,
    joins: sql`join products on products.id = product_sales.product_id`,
    columns: {
      'Product handle': productHandle,
      Price: rupees(sql`product_sales.price_paise`),
      'Starts (IST)': indianTime(sql`starts_at`),
      'Ends (IST)': indianTime(sql`ends_at`),
      State: sql`state`,
      'Return rule': sql`product_sales.return_rule`,
    },
  },
  {
    name: 'offers.csv',
    about: 'Discount codes and other offers. Scope says on what: keys of categories, addresses of collections or handles of products.',
    table: 'offers',
    key: 'id',
    columns: {
      Title: sql`title`,
      Code: sql`code`,
      Kind: sql`kind`,
      Percent: sql`percent`,
      Amount: rupees(sql`amount_paise`),
      Tiers: sql`tiers`,
      'Items to buy': sql`buy_items`,
      'Items to get': sql`get_items`,
      'Percent of the items to get': sql`get_percent`,
      'Price of the set': rupees(sql`set_price_paise`),
      'Gift handle': sql`(select ${productHandle} from products where products.id = gift_product_id)`,
      'Gift size': sql`gift_size`,
      'Shown to shoppers': yes(sql`is_public`),
      'Commission in percent': sql`commission_percent`,
      'Highest discount': rupees(sql`most_paise`),
      'Smallest order': rupees(sql`least_paise`),
      Scope: scope,
      'From (IST)': indianTime(sql`from_at`),
      'To (IST)': indianTime(sql`to_at`),
      'Uses in all': sql`limit_total`,
      'Uses of a person': sql`limit_person`,
      'First order only': yes(sql`first_order`),
      Public: yes(sql`is_public`),
      Active: yes(sql`active`),
      Used: sql`used`,
    },
  },
  {
    name: 'pages.csv',
    about: 'Pages that the owner has written: what is published, and drafts.',
    table: 'pages',
    key: 'id',
    columns: { Address: sql`slug`, Position: sql`position`, Published: sql`value`, Draft: sql`draft` },
  },
  {
    name: 'tax-rates.csv',
    about: 'Rates of GST by the first digits of HSN codes.',
    table: 'tax_rates',
    key: 'id',
    columns: {
      HSN: sql`hsn_prefix`,
      'Up to': rupees(sql`up_to_paise`),
      'Rate in per cent': sql`(rate_bp / 100.0)::float8`,
      'From day': sql`from_day::text`,
      'To day': sql`to_day::text`,
    },
  },
]
