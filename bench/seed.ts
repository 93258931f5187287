import pg from 'pg'

/** Adds made-up products until there are so many; their words and prices vary as a shop's would. */
export async function seedProducts({
  connection,
  products,
  stock,
}: {
  connection: pg.ClientConfig
  products: number
  stock: number
}): Promise<void> {
  await withClient({
    connection,
    work: (client) =>
      client.query(
        `insert into products (name, description, category, price_paise, stock, image_key, backdrop, created_at)
         select (array['Indigo', 'Madder', 'Ecru', 'Slate', 'Olive', 'Rust', 'Ink', 'Sand'])[1 + n % 8] || ' '
             || (array['Lane', 'Harbour', 'Monsoon', 'Terrace', 'Quarry', 'Orchard', 'Lantern'])[1 + n / 8 % 7] || ' '
             || (array['Tee', 'Joggers', 'Hoodie', 'Cargos'])[1 + n % 4] || ' ' || n,
           'Combed cotton, double stitched, cut for warm evenings. Number ' || n || ' of its run.',
           (array['TEE', 'JOGGER', 'HOODIE', 'DENIM'])[1 + n % 4], 49900 + n % 90 * 2500, $2, sample.image_key, sample.backdrop,
           clock_timestamp() - n * interval '1 second'
         from generate_series(1, $1::int - (select count(*)::int from products)) as n,
           (select image_key, backdrop from products order by created_at limit 1) as sample`,
        [products, stock],
      ),
  })
  await withClient({ connection, work: (client) => client.query('vacuum analyze') })
}

/** One connection for one piece of work. */
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
