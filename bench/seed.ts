import pg from 'pg'

/** Rows per transaction. */
const batchSize = 20_000

interface Seed {
  readonly connection: pg.ClientConfig
  readonly products: number
  readonly stock: number
}

/** Adds products until the shop has this many; names and prices vary as a shop's would, and half of them have their stock by size. */
export async function seedProducts({ connection, products, stock }: Seed): Promise<void> {
  await withClient({
    connection,
    async work(client) {
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from products')
      for (let from = rows[0]?.count ?? 0; from < products; from += batchSize) {
        await insertProducts({ client, from, to: Math.min(from + batchSize, products), stock })
      }
      await client.query('vacuum analyze products, product_sizes')
    },
  })
}

const sizes = ['S', 'M', 'L', 'XL'] as const

async function insertProducts({ client, from, to, stock }: { client: pg.Client; from: number; to: number; stock: number }): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ id: string; has_sizes: boolean }>(
    `insert into products (name, description, category, price_paise, has_sizes, stock, image_key, placeholder_color, created_at)
         select (array['Indigo', 'Madder', 'Ecru', 'Slate', 'Olive', 'Rust', 'Ink', 'Sand'])[1 + n % 8] || ' '
             || (array['Lane', 'Harbour', 'Monsoon', 'Terrace', 'Quarry', 'Orchard', 'Lantern'])[1 + n / 8 % 7] || ' '
             || (array['Tee', 'Joggers', 'Hoodie', 'Cargos'])[1 + n % 4] || ' ' || n,
           'Combed cotton, double stitched, cut for warm evenings. Number ' || n || ' of its run.',
           (array['TEE', 'JOGGER', 'HOODIE', 'DENIM'])[1 + n % 4], 49900 + n % 90 * 2500, n / 4 % 2 = 0, $3, sample.image_key, sample.placeholder_color,
           clock_timestamp() - n * interval '1 second'
         from generate_series($1::int + 1, $2::int) as n,
           (select image_key, placeholder_color from products order by created_at limit 1) as sample
         returning id, has_sizes`,
    [from, to, stock],
  )
  // Without the triggers, which would add the stock of each size to the product, one row at a time.
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into product_sizes (product_id, size, position, stock)
         select id, size, position, $3::int / $4::int
         from unnest($1::uuid[]) as id, unnest($2::text[]) with ordinality as sizes (size, position)`,
    [rows.filter(({ has_sizes }) => has_sizes).map(({ id }) => id), sizes, stock, sizes.length],
  )
  await client.query('commit')
}

/** Adds guest orders of one line each. */
export async function seedOrders({ connection, orders }: { connection: pg.ClientConfig; orders: number }): Promise<void> {
  await withClient({
    connection,
    async work(client) {
      for (let from = 0; from < orders; from += batchSize) {
        await client.query(
          `insert into orders (number, kind, total_paise, collect_paise, delivery_address, placed_at)
         select 'B' || n, 'guest', 99900, 99900,
           jsonb_build_object('firstName', 'Asha', 'lastName', 'Rao ' || n, 'address', '12 Lake Road', 'city', 'Bengaluru', 'state', 'Karnataka',
             'pinCode', '560001', 'phone', (9000000000 + n)::text, 'email', 'asha' || n || '@example.com'),
           clock_timestamp() - n * interval '20 seconds'
         from generate_series($1::int + 1, $2::int) as n`,
          [from, Math.min(from + batchSize, orders)],
        )
      }
      await client.query(
        `insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
         select orders.id, 1, sample.id, sample.name, sample.image_key, 99900, 1, 'M' from orders, (select * from products limit 1) as sample`,
      )
      await client.query('vacuum analyze')
    },
  })
}

/** Opens one connection for one task. */
export async function withClient<Result>({
  connection,
  work,
}: {
  connection: pg.ClientConfig
  work: (client: pg.Client) => Promise<Result>
}): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
