import type pg from 'pg'

/** Rows per statement. */
const batchSize = 100_000

interface Fill {
  readonly client: pg.Client
  readonly products: number
  /** of the last year */
  readonly orders: number
}

/** Whole numbers below `max` that differ from row to row, the same in each run. */
const random = (max: number, salt: number) => `(abs(hashint8(n * 31 + ${salt})::bigint) % ${max})::int`
const pickText = (texts: readonly string[], salt: number) =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${random(texts.length, salt)}]`

const colours = ['Indigo', 'Madder', 'Ecru', 'Slate', 'Olive', 'Rust', 'Ink', 'Sand', 'Coral', 'Teal', 'Plum', 'Maroon']
const places = ['Lane', 'Harbour', 'Monsoon', 'Terrace', 'Quarry', 'Orchard', 'Lantern']
const garments = ['Tee', 'Joggers', 'Hoodie', 'Cargos']
const fabrics = ['100% cotton, 180 GSM', 'Cotton and elastane', 'Linen', '55% linen, 45% cotton', 'Viscose', 'Organic cotton, 240 GSM']
const lastNames = [
  'Rao',
  'Iyer',
  'Khan',
  'Singh',
  'Das',
  'Patel',
  'Nair',
  'Reddy',
  'Mehta',
  'Bose',
  'Shah',
  'Joshi',
  'Gill',
  'Roy',
  'Menon',
]
const firstNames = ['Asha', 'Vikram', 'Meera', 'Arjun', 'Kavya', 'Rohan', 'Divya', 'Imran', 'Neha', 'Sanjay', 'Pooja', 'Kiran']

/** A few products have no other colour or fabric than these. */
export const rare = { colour: 'Petrol', fabric: 'Pashmina', every: 20_000 } as const

/** Names of 28 things in 12 colours; of each hundred products one is sold out, three are low in stock, and three declare another country. */
const insertProducts = `
  insert into products (name, description, category, price_paise, has_sizes, stock, units_sold, image_key, placeholder_color, created_at, details)
  select ${pickText(colours, 1)} || ' ' || ${pickText(places, 2)} || ' ' || ${pickText(garments, 3)} || ' ' || n,
    'Combed cotton, double stitched, cut for warm evenings. Number ' || n || ' of its run.',
    ${pickText(['TEE', 'JOGGER', 'HOODIE', 'DENIM'], 3)}, 29900 + ${random(900, 4)} * 500, ${random(2, 5)} = 0,
    case when ${random(100, 6)} = 0 then 0 when ${random(100, 6)} < 4 then 4 else 40 + ${random(200, 7)} * 4 end,
    (40000 / (1 + ${random(20_000, 8)}))::int, sample.image_key, sample.placeholder_color, clock_timestamp() - n * interval '20 seconds',
    jsonb_build_object('hsnCode', '6109', 'weightGrams', 300,
      'colour', case when n % ${rare.every} = 7 then '${rare.colour}' when ${random(10, 9)} = 0 then ${pickText(colours, 1)} || ', white'
        else ${pickText(colours, 1)} end,
      'fabric', case when n % ${rare.every} = 9 then '${rare.fabric} wool' else ${pickText(fabrics, 10)} end)
    || case when ${random(100, 11)} < 3 then jsonb_build_object('countryOfOrigin', ${pickText(['Bangladesh', 'Vietnam'], 12)}) else '{}' end
  from generate_series($1::int + 1, $2::int) as n, (select image_key, placeholder_color from products order by created_at limit 1) as sample`

const insertSizes = `
  insert into product_sizes (product_id, size, position, stock)
  select id, size, position, case when stock < 4 then 0 when stock = 4 then 1 else stock / 4 end
  from products, unnest(array['S', 'M', 'L', 'XL']) with ordinality as sizes (size, position)
  where has_sizes and not exists (select from product_sizes where product_id = products.id)`

/** Guest orders of one line over a year: those of the last five days are under way, and of the last two weeks unpaid by couriers. */
const insertOrders = `
  with placed as (
    select n, uuidv7() as id, now() - n * interval '365 days' / $3::int as placed_at, n * 365.0 / $3::int as days,
      (9000000000 + ${random(1_000_000_000, 1)} % greatest($3::int * 2 / 5, 1))::text as phone, 1 + ${random(1_000_000, 2)} % $4::int as place
    from generate_series($1::int + 1, $2::int) as n
  ), inserted as (
    insert into orders (id, number, kind, status, total_paise, collect_paise, delivery_address, placed_at)
    select id, 'G' || n, 'guest', case when days < 1 then 'Placed' when days < 2 then 'Confirmed' when days < 3 then 'Packed'
      when days < 5 then 'Shipped' when n % 20 = 0 then 'Cancelled' when n % 20 = 1 then 'Refused' else 'Delivered' end, 99900, 99900,
      jsonb_build_object('firstName', ${pickText(firstNames, 3)}, 'lastName', ${pickText(lastNames, 4)}, 'address', '12 Lake Road',
        'city', 'Bengaluru', 'state', 'Karnataka', 'pinCode', '560001', 'phone', phone, 'email', 'person' || phone || '@example.com'), placed_at
    from placed returning id, status, placed_at
  ), lines as (
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    select placed.id, 1, seeded.id, seeded.name, seeded.image_key, 99900, 1, 'M' from placed join seeded_products as seeded using (place)
  ), events as (
    insert into order_events (order_id, event, actor, happened_at)
    select id, 'Placed', 'guest', placed_at from placed
    union all select id, status, 'admin', placed_at + interval '3 days' from inserted where status <> 'Placed'
  ), movements as (
    insert into stock_movements (product_id, change, stock_after, cause, reference, moved_at)
    select seeded.id, -1, 1, 'sale', placed.id, placed_at from placed join seeded_products as seeded using (place)
  )
  insert into unpaid_cod_orders (order_id, courier, collect_paise, delivered_at)
  select id, null, 99900, placed_at + interval '3 days' from inserted where status = 'Delivered' and placed_at > now() - interval '14 days'`

/** Fills an empty shop. Of what the triggers keep up to date, only pictures, prices and opening movements are missing afterwards. */
export async function seedShop({ client, products, orders }: Fill): Promise<void> {
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  await client.query('alter table products enable always trigger products_search')
  const recreate = await dropIndexes({
    client,
    tables: ['products', 'product_sizes', 'orders', 'order_lines', 'order_events', 'stock_movements'],
  })
  await inBatches({ count: products, insert: (from, to) => client.query(insertProducts, [from, to]) })
  await client.query(insertSizes)
  await client.query(`
    insert into product_words
      select distinct word from (select distinct regexp_replace(search_text, ' [0-9]+ ', ' ') as text from products) as texts,
        regexp_split_to_table(text, '[^[:alpha:]]+') as word
      where word ~ '^[[:alpha:]]{3,30}$' on conflict do nothing;
    create temporary table seeded_products as select row_number() over (order by id) as place, id, name, image_key from products;
    analyze seeded_products`)
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from seeded_products')
  await inBatches({ count: orders, insert: (from, to) => client.query(insertOrders, [from, to, orders, rows[0]?.count]) })
  await recreate()
  await client.query('alter table products enable trigger products_search; set session_replication_role = origin')
  await client.query('vacuum analyze')
}

async function inBatches({ count, insert }: { count: number; insert: (from: number, to: number) => Promise<unknown> }): Promise<void> {
  for (let from = 0; from < count; from += batchSize) await insert(from, Math.min(from + batchSize, count))
}

/** Drops the indexes that no constraint needs. Returns what creates them again. */
async function dropIndexes({ client, tables }: { client: pg.Client; tables: readonly string[] }): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}
